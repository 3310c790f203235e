import { z } from 'zod'

import { draftOf, type Field, type Fields, documentOf, type Shared, shared, type TextField } from './field.ts'
import type { Widget } from './widget.ts'

/** A list of short texts, each checked as `item`. */
export const strings = (label: string, item: TextField, { max, ...rest }: Shared & { max: number }) =>
  ({
    kind: 'strings',
    label,
    item,
    max,
    isRequired: true,
    schema: z
      .array(item.schema as z.ZodType<string, string>, { error: `请输入${label}` })
      .min(1, `请输入${label}`)
      .max(max, `${label}最多${max}项`),
    output: z.array(z.string()),
    ...shared(rest),
  }) as const satisfies Field

/** A list of small records, edited in place, in an order that matters. */
export const rows = <const F extends Fields>(
  label: string,
  fields: F,
  { max, ...rest }: Shared & { max: number },
) =>
  ({
    kind: 'rows',
    label,
    fields,
    max,
    isRequired: true,
    schema: z
      .array(draftOf(fields), { error: `请输入${label}` })
      .min(1, `请输入${label}`)
      .max(max, `${label}最多${max}项`),
    output: z.array(documentOf(fields)),
    ...shared(rest),
  }) as const satisfies Field

/** One small record with a place of its own in the form. */
export const group = <const F extends Fields>(label: string, fields: F, rest: Shared = {}) =>
  ({
    kind: 'custom',
    label,
    widget: 'group',
    fields,
    isRequired: true,
    schema: draftOf(fields),
    output: documentOf(fields),
    ...shared(rest),
  }) as const satisfies Field

/** A value with an input and a cell of its own, named in `widget`. */
export const custom = <I extends z.ZodType, O extends z.ZodType>(
  label: string,
  { widget, schema, output, ...rest }: Shared & { widget: Widget; schema: I; output: O },
) =>
  ({
    kind: 'custom',
    label,
    widget,
    isRequired: true,
    schema,
    output,
    ...shared(rest),
  }) as const satisfies Field
