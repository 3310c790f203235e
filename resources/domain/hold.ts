import { z } from 'zod'

import { date, reason, text } from '../kit/index.ts'

/** What is asked when a record is held: until when, and why. */
export const holdAsk = {
  endOn: date('保全至', { hint: '到这一天为止；可以提前解除' }),
  reason: text('保全原因', { min: 2, max: 200, isMultiline: true }),
}

export const holdInput = { endOn: holdAsk.endOn.schema, reason }

export const holdAnswer = () => z.object({ id: z.int() })

/**
 * The button that holds a record; each entity adds its own call and input. It is on the record's page alone, since it is rare
 * and would push more frequent buttons of a row into its menu.
 */
export const holdAction = {
  label: '保全',
  on: ['detail'],
  ask: holdAsk,
  confirm: '到期或解除之前，任何人和系统都不能彻底删除它和它的历史；照常可以修改、下架或移入回收站。',
} as const
