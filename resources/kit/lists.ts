import { z } from 'zod'

import { inputOf, fieldOf, type Fields, documentOf, type Shared, shared, type TextField } from './field.ts'
import type { RegisteredWidget } from './registered.ts'

/** A list of short texts, each checked as `item`. */
export const strings = (label: string, item: TextField, { max, ...rest }: Shared & { max: number }) =>
  fieldOf(
    {
      kind: 'strings',
      label,
      item,
      max,
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .array(item.schema as z.ZodType<string, string>, { error: `请输入${label}` })
        .min(1, `请输入${label}`)
        .max(max, `${label}最多${max}项`),
    () => z.array(z.string()),
  )

type RowsOptions<N extends string> = Shared & {
  max: number
  each?: N
  /** How many there may be, where not every number up to `max` will do. */
  counts?: readonly number[]
}

/** A list of small records, edited in place, in an order that matters. */
export const rows = <const F extends Fields>(
  label: string,
  fields: F,
  { max, each, counts, ...rest }: RowsOptions<keyof NoInfer<F> & string>,
) =>
  fieldOf(
    {
      kind: 'rows',
      label,
      fields,
      max,
      ...(each !== undefined && { each }),
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .array(inputOf(fields), { error: `请输入${label}` })
        .min(counts?.[0] ?? 1, `请输入${label}`)
        .max(max, `${label}最多${max}项`)
        .refine(list => !counts || counts.includes(list.length), `${label}应为${counts?.join('、')}项`)
        .refine(
          list => each === undefined || new Set(list.map(row => Object(row)[each])).size === list.length,
          `${label}不能重复`,
        ),
    () => z.array(documentOf(fields)),
  )

/** One small record with a place of its own in the form. */
export const group = <const F extends Fields>(label: string, fields: F, rest: Shared = {}) =>
  fieldOf(
    {
      kind: 'custom',
      label,
      widget: 'group',
      fields,
      isRequired: true,
      ...shared(rest),
    },
    () => inputOf(fields),
    () => documentOf(fields),
  )

/** A value with an input and a cell of its own, named in `widget`. */
export const custom = <I extends z.ZodType, O extends z.ZodType>(
  label: string,
  {
    widget,
    schema,
    output,
    fields,
    ...rest
  }: Shared & { widget: RegisteredWidget; schema: I; output: O; fields?: Fields },
) =>
  fieldOf(
    { kind: 'custom', label, widget, ...(fields && { fields }), isRequired: true, ...shared(rest) },
    () => schema,
    () => output,
  )
