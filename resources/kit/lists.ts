import { z } from 'zod'

import { draftOf, fieldOf, type Fields, documentOf, type Shared, shared, type TextField } from './field.ts'
import type { Widget } from './widget.ts'

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

/** A list of small records, edited in place, in an order that matters. */
export const rows = <const F extends Fields>(
  label: string,
  fields: F,
  { max, ...rest }: Shared & { max: number },
) =>
  fieldOf(
    {
      kind: 'rows',
      label,
      fields,
      max,
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .array(draftOf(fields), { error: `请输入${label}` })
        .min(1, `请输入${label}`)
        .max(max, `${label}最多${max}项`),
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
    () => draftOf(fields),
    () => documentOf(fields),
  )

/** A value with an input and a cell of its own, named in `widget`. */
export const custom = <I extends z.ZodType, O extends z.ZodType>(
  label: string,
  { widget, schema, output, ...rest }: Shared & { widget: Widget; schema: I; output: O },
) =>
  fieldOf(
    { kind: 'custom', label, widget, isRequired: true, ...shared(rest) },
    () => schema,
    () => output,
  )
