import { z } from 'zod'

import {
  inputSchema,
  defineField,
  type Fields,
  documentSchema,
  type SharedOptions,
  sharedOptions,
  type TextField,
} from './field.ts'
import type { RegisteredWidget } from './registered.ts'

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

/** One small record, edited within the form. */
export const group = <const F extends Fields>(label: string, fields: F, rest: SharedOptions = {}) =>
  defineField(
    {
      kind: 'custom',
      label,
      widget: 'group',
      fields,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => inputSchema(fields),
    () => documentSchema(fields),
  )

/** A value with its own input and cell, which `widget` names. */
export const customField = <I extends z.ZodType, O extends z.ZodType>(
  label: string,
  {
    widget,
    schema,
    output,
    fields,
    ...rest
  }: SharedOptions & { widget: RegisteredWidget; schema: I; output: O; fields?: Fields },
) =>
  defineField(
    { kind: 'custom', label, widget, ...(fields && { fields }), isRequired: true, ...sharedOptions(rest) },
    () => schema,
    () => output,
  )
