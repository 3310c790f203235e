import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asNumber } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** `unit` is shown after the number, such as %. */
    integer: { min: number; max: number; unit?: string }
  }
}

/** A whole number from `min` to `max`, by default from 0 to 9999. */
export const integer = (
  label: string,
  { min = 0, max = 9999, unit, ...rest }: SharedOptions & { min?: number; max?: number; unit?: string } = {},
) =>
  defineField(
    {
      kind: 'integer',
      label,
      min,
      max,
      ...(unit !== undefined && { unit }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .int({ error: `请输入${label}` })
        .min(min, `${label}不能小于${min}`)
        .max(max, `${label}不能大于${max}`),
    () => z.int(),
  )

/** A whole number. */
export const integerKind: KindDefinition<'integer'> = {
  isNumeric: true,
  read: asNumber,
  empty: noValue,
  describe: ({ unit }, value, { language: { formats, translate } }) =>
    formats.number(value) + (unit ? translate(unit) : ''),
  comparison: 'text',
  sheetForm: 'number',
  keyboard: () => 'numeric',
  examples: ({ min }) => [min],
}
