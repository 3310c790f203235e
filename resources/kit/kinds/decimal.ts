import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asNumber } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** `isRounded`: more than `digits` decimal places are rounded instead of refused. */
    decimal: { min: number; max: number; digits: number; isRounded?: true }
  }
}

type Options = SharedOptions & { min: number; max: number; digits: number; isRounded?: true }

/**
 * A decimal number, such as an amount; it is shown with `digits` decimal places, and more are refused. With `isRounded`, more
 * are rounded, as maps give coordinates with more.
 */
export const decimal = (label: string, { min, max, digits, isRounded, ...rest }: Options) =>
  defineField(
    {
      kind: 'decimal',
      label,
      min,
      max,
      digits,
      ...(isRounded && { isRounded }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => {
      const rounded = (value: number) => Number(value.toFixed(digits))
      const schema = z
        .number({ error: `请输入${label}` })
        .min(min, `${label}应在${min}到${max}之间`)
        .max(max, `${label}应在${min}到${max}之间`)
      return isRounded
        ? schema.overwrite(rounded)
        : schema.refine(value => rounded(value) === value, `${label}最多${digits}位小数`)
    },
    () => z.number(),
  )

/** A decimal number. */
export const decimalKind: KindDefinition<'decimal'> = {
  isNumeric: true,
  read: asNumber,
  empty: noValue,
  describe: ({ digits, isRounded }, value, { language }) =>
    language.formats.number(value, isRounded ? undefined : digits),
  comparison: 'text',
  sheetForm: 'number',
  keyboard: () => 'numeric',
  examples: ({ min }) => [min],
}
