import { describe, expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { timestampText } from '../../src/fields/dates/dates.ts'
import { parseDay, parseTimestamp, parseMonth } from '../../src/fields/dates/typedDates.ts'
import { parseNumber } from '../../src/fields/text/NumberInput.tsx'

const { formats } = chinese

describe('parsing a typed day', () => {
  test.each([
    '2026-3-8',
    '20260308',
    '2026/3/8',
    '2026.03.08',
    '2026年3月8日',
    '２０２６－０３－０８',
    ' 2026-03-08 ',
  ])('%s', text => expect(parseDay(text, formats)).toBe('2026-03-08'))
  test.each(['2026-02-30', '2026-13-01', '2026', '3-8', '昨天', '', '2026-3-8-1'])('refuses %s', text =>
    expect(parseDay(text, formats)).toBeNull(),
  )
  test('accepts a leap day', () => {
    expect(parseDay('2028-2-29', formats)).toBe('2028-02-29')
    expect(parseDay('2026-2-29', formats)).toBeNull()
  })
})

test.each([
  ['2026-3', '2026-03'],
  ['202603', '2026-03'],
  ['2026年3月', '2026-03'],
  ['2026-13', null],
])('the month %s', (text, expected) => expect(parseMonth(text)).toBe(expected))

test.each(['2026-3-8 9:30', '20260308 09:30', '2026/3/8 9:30', '2026-03-08T09:30'])(
  'the moment %s is read and shown in local time',
  text => expect(timestampText(parseTimestamp(text, formats)!, formats)).toBe('2026-03-08 09:30'),
)
test('refuses an invalid hour', () => expect(parseTimestamp('2026-3-8 25:00', formats)).toBeNull())

test.each([
  ['12', 12],
  ['１２．５', 12.5],
  ['1,200', 1200],
  ['-3', -3],
  ['', null],
  ['十二', '十二'],
  ['1.', '1.'],
])('the number %s', (text, expected) => expect(parseNumber(text)).toBe(expected))
