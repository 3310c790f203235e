import { expect, test } from 'vitest'

import { email, integer, month, toggle } from '../../resources/kit/index.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { importColumnsFor } from '../../src/grid/columns.ts'

const fields = {
  score: integer('得分', { min: -9 }),
  email: email('邮箱'),
  start: month('开始'),
  isPartner: toggle('合伙人'),
}
const importColumns = { score: /得分/, email: /邮箱/, start: /开始/, isPartner: /合伙人/ }
const columns = new Map(
  importColumnsFor({ importColumns, fields }, chinese).map(column => [column.name, column]),
)
const valueOf = (name: string, text: string) => {
  const { tidy, read } = columns.get(name)!
  return read(tidy(text))
}

test.each([
  ['score', '－3', -3],
  ['score', '1,200', 1200],
  ['score', '3-5', '3-5'],
  ['email', ' Zhang@example.com ', 'Zhang@example.com'],
  ['start', '2026年3月', '2026-03'],
  ['isPartner', '否', 0],
])('the grid reads %s from “%s”', (name, text, value) => expect(valueOf(name, text)).toBe(value))

test.each([
  ['score', '3-5'],
  ['email', 'a@example.com b@example.com'],
])('two values in one cell of %s are refused and not joined', (name, text) =>
  expect(columns.get(name)!.schema.safeParse(valueOf(name, text)).success).toBe(false),
)
