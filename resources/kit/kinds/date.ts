import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { firmDay } from '../firmTime.ts'
import type { ValueReader } from '../reading.ts'
import { asMoment } from './datetime.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** `daysAhead` are numbers of days from today, each of which one press chooses. */
    date: { daysAhead?: readonly number[] }
  }
}

/** A day, as `YYYY-MM-DD`. */
export const date = (
  label: string,
  { daysAhead, ...options }: SharedOptions & { daysAhead?: readonly number[] } = {},
) =>
  defineField(
    { kind: 'date', label, isRequired: true, ...(daysAhead && { daysAhead }), ...sharedOptions(options) },
    () => z.iso.date({ error: `请输入正确的${label}，如 2026-03-08` }),
    () => z.string(),
  )

const asDay: ValueReader = value => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return value.slice(0, 10)
  const moment = asMoment(value)
  return typeof moment === 'string' ? firmDay(new Date(moment)) : undefined
}

/** A day. */
export const dateKind: KindDefinition<'date'> = {
  isMoment: true,
  read: asDay,
  empty: noText,
  describe: (_, value, { language }) => language.formats.day(asPlainText(value)),
  comparison: 'text',
  sheetForm: 'day',
  examples: () => ['2026-01-05'],
}
