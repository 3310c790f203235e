import { z } from 'zod'

import { type Field, type Shared, shared } from './field.ts'

export const integer = (
  label: string,
  { min = 0, max = 9999, ...rest }: Shared & { min?: number; max?: number } = {},
) =>
  ({
    kind: 'integer',
    label,
    min,
    max,
    isRequired: true,
    schema: z
      .int({ error: `请输入${label}` })
      .min(min, `${label}不能小于${min}`)
      .max(max, `${label}不能大于${max}`),
    output: z.int(),
    ...shared(rest),
  }) as const satisfies Field

export const decimal = (
  label: string,
  { min, max, digits, ...rest }: Shared & { min: number; max: number; digits: number },
) =>
  ({
    kind: 'decimal',
    label,
    min,
    max,
    digits,
    isRequired: true,
    schema: z
      .number({ error: `请输入${label}` })
      .min(min, `${label}应在${min}到${max}之间`)
      .max(max, `${label}应在${min}到${max}之间`),
    output: z.number(),
    ...shared(rest),
  }) as const satisfies Field
