import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from './field.ts'

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
