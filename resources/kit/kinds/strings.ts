import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions, type TextField } from '../field.ts'
import { asList } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, joinTexts, noItems } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    strings: { item: TextField; max: number }
  }
}

/** A list of up to `max` short texts, each checked as `item`. */
export const strings = (label: string, item: TextField, { max, ...rest }: SharedOptions & { max: number }) =>
  defineField(
    {
      kind: 'strings',
      label,
      item,
      max,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .array(item.schema as z.ZodType<string, string>, { error: `请输入${label}` })
        .min(1, `请输入${label}`)
        .max(max, `${label}最多${max}项`),
    () => z.array(z.string()),
  )

/** Several short texts. */
export const stringsKind: KindDefinition<'strings'> = {
  read: asList,
  empty: noItems,
  describe: (_, value, { language }) => joinTexts(asArray(value).map(String), language),
  comparison: 'items',
  sheetForm: null,
  examples: () => [[]],
}
