import { z } from 'zod'

import { fieldOf, type Shared, shared } from './field.ts'

/** A whole number from `min` to `max`, from 0 to 9999 where they are absent. */
export const integer = (
  label: string,
  { min = 0, max = 9999, unit, ...rest }: Shared & { min?: number; max?: number; unit?: string } = {},
) =>
  fieldOf(
    {
      kind: 'integer',
      label,
      min,
      max,
      ...(unit !== undefined && { unit }),
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .int({ error: `请输入${label}` })
        .min(min, `${label}不能小于${min}`)
        .max(max, `${label}不能大于${max}`),
    () => z.int(),
  )

/** Further digits, as maps give them, are rounded. */
export const decimal = (
  label: string,
  { min, max, digits, ...rest }: Shared & { min: number; max: number; digits: number },
) =>
  fieldOf(
    {
      kind: 'decimal',
      label,
      min,
      max,
      digits,
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .number({ error: `请输入${label}` })
        .min(min, `${label}应在${min}到${max}之间`)
        .max(max, `${label}应在${min}到${max}之间`)
        .overwrite(value => Number(value.toFixed(digits))),
    () => z.number(),
  )
