import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asNumber } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    decimal: { min: number; max: number; digits: number }
  }
}

/** A decimal number. More than `digits` decimal places are rounded, since maps give coordinates with more. */
export const decimal = (
  label: string,
  { min, max, digits, ...rest }: SharedOptions & { min: number; max: number; digits: number },
) =>
  defineField(
    {
      kind: 'decimal',
      label,
      min,
      max,
      digits,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .number({ error: `请输入${label}` })
        .min(min, `${label}应在${min}到${max}之间`)
        .max(max, `${label}应在${min}到${max}之间`)
        .overwrite(value => Number(value.toFixed(digits))),
    () => z.number(),
  )

/** A decimal number. */
export const decimalKind: KindDefinition<'decimal'> = {
  isNumeric: true,
  read: asNumber,
  empty: noValue,
  describe: (_, value, { language }) => language.formats.number(value),
  comparison: 'text',
  sheetForm: 'number',
  keyboard: () => 'numeric',
  examples: ({ min }) => [min],
}
