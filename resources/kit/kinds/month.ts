import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import type { ValueReader } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    month: object
  }
}

/** A month, as `YYYY-MM`. */
export const month = (label: string, options: SharedOptions = {}) =>
  defineField(
    { kind: 'month', label, isRequired: true, ...sharedOptions(options) },
    () =>
      z
        .string({ error: `请输入${label}` })
        .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, `请输入正确的${label}，如 2026-03`),
    () => z.string(),
  )

const asMonth: ValueReader = value =>
  typeof value === 'string' && /^\d{4}-\d\d(-|$)/.test(value) ? value.slice(0, 7) : undefined

/** A month. */
export const monthKind: KindDefinition<'month'> = {
  isMoment: true,
  read: asMonth,
  empty: noText,
  describe: (_, value, { language }) => language.formats.month(asPlainText(value)),
  comparison: 'text',
  sheetForm: 'month',
  examples: () => ['2026-01'],
}
