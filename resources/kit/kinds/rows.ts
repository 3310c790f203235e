import { z } from 'zod'

import {
  defineField,
  documentSchema,
  type Fields,
  inputSchema,
  type SharedOptions,
  sharedOptions,
} from '../field.ts'
import { asList } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, noItems } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** `rowPerOptionOf` names a select field. The list then has exactly one row for each of its options. */
    rows: { fields: Fields; max: number; rowPerOptionOf?: string }
  }
}

type RowsOptions<N extends string> = SharedOptions & {
  max: number
  rowPerOptionOf?: N
  /** The allowed numbers of rows, if not every number up to `max` is allowed. */
  allowedCounts?: readonly number[]
}

/** A list of up to `max` small records, edited in place. Their order matters. */
export const rows = <const F extends Fields>(
  label: string,
  fields: F,
  { max, rowPerOptionOf, allowedCounts, ...rest }: RowsOptions<keyof NoInfer<F> & string>,
) =>
  defineField(
    {
      kind: 'rows',
      label,
      fields,
      max,
      ...(rowPerOptionOf !== undefined && { rowPerOptionOf }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .array(inputSchema(fields), { error: `请输入${label}` })
        .min(allowedCounts?.[0] ?? 1, `请输入${label}`)
        .max(max, `${label}最多${max}项`)
        .refine(
          list => !allowedCounts || allowedCounts.includes(list.length),
          `${label}应为${allowedCounts?.join('、')}项`,
        )
        .refine(
          list =>
            rowPerOptionOf === undefined ||
            new Set(list.map(row => Object(row)[rowPerOptionOf])).size === list.length,
          `${label}不能重复`,
        ),
    () => z.array(documentSchema(fields)),
  )

/** Several small records. */
export const rowsKind: KindDefinition<'rows'> = {
  read: asList,
  empty: noItems,
  describe: ({ fields }, value, { language, row }) =>
    asArray(value)
      .map(it => row(fields, it as Record<string, unknown>))
      .join(language.translate('；')),
  comparison: 'items',
  sheetForm: null,
  examples: () => [[]],
}
