import { z } from 'zod'

import { clean, halfWidth, lengthOf } from './clean.ts'
import type { Widget } from './widget.ts'

/** How a choice is coloured; each tone also has an icon, so that colour never stands alone. */
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'faint'

/** Value, label and (for statuses) tone, in the order shown. */
export type Option = readonly [value: string | number, label: string, tone?: Tone]

/** Width : height the picture is cropped to, and the least size in pixels. */
export type Frame = { ratio?: readonly [number, number]; minWidth?: number; minHeight?: number }

/** Where an upload belongs; decides its size and type limits on the server. */
export type UploadScene = 'avatar' | 'office' | 'article' | 'video' | 'asset'

/** What a kind carries besides its label and its schemas. */
type Extras = {
  text: { max: number; format: 'plain' | 'tel' | 'email' | 'url'; isMultiline: boolean }
  password: object
  integer: { min: number; max: number }
  decimal: { min: number; max: number; digits: number }
  select: { options: readonly Option[] }
  multiSelect: { options: readonly Option[]; max: number }
  toggle: object
  date: object
  month: object
  datetime: object
  reference: { to: string }
  references: { to: string; max: number }
  /** The field holds the district; `parts` name the fields of its province and city, written with it. */
  area: { parts: readonly [province: string, city: string] }
  image: { scene: UploadScene; frame: Frame }
  images: { scene: UploadScene; frame: Frame; max: number }
  richText: { max: number }
  strings: { item: TextField; max: number }
  rows: { fields: Fields; max: number }
  custom: { widget: Widget }
}

export type Kind = keyof Extras

type Common = {
  label: string
  /** What may be written; its messages are shown to the user. */
  schema: z.ZodType
  /** What is read: the same type without the limits, so that old rows can still be shown. */
  output: z.ZodType
  isRequired: boolean
  /** One line under the label. */
  hint?: string
  /** Masked in the log. */
  isSensitive?: true
}

/** A field is plain data: one value drives the column, the input, the filter, the contract and the log. */
export type Field<K extends Kind = Kind> = { [P in K]: { kind: P } & Common & Extras[P] }[K]
export type TextField = Field<'text'>
export type Fields = Record<string, Field>

/** Options that every kind takes. */
type Shared = { hint?: string; isSensitive?: true }
const shared = ({ hint, isSensitive }: Shared) => ({
  ...(hint && { hint }),
  ...(isSensitive && { isSensitive }),
})

type TextOptions = Shared & {
  /** Least length in code points. */
  min?: number
  /** Greatest length in code points. */
  max: number
  /** What the text must match, and the sentence shown when it does not. */
  pattern?: readonly [RegExp, string]
  /** Says how to normalise, and which keyboard a phone shows. */
  format?: 'plain' | 'tel' | 'email' | 'url'
  isMultiline?: boolean
}

/** The zod schema of a text: cleaned, whitespace refused, counted in code points. */
const textSchema = (label: string, { min = 1, max, pattern, format = 'plain' }: TextOptions) => {
  const schema = z
    .string({ error: `请输入${label}` })
    .max(max * 4 + 64, `${label}最多${max}个字`)
    .refine(it => it === '' || it.trim() !== '', { error: `${label}不能为空字符`, abort: true })
    .overwrite(format === 'plain' ? clean : halfWidth)
    .min(1, { error: `请输入${label}`, abort: true })
    .refine(it => lengthOf(it) >= min, `${label}至少${min}个字`)
    .refine(it => lengthOf(it) <= max, `${label}最多${max}个字`)
  return pattern ? schema.regex(pattern[0], pattern[1]) : schema
}

export const text = (label: string, options: TextOptions) =>
  ({
    kind: 'text',
    label,
    max: options.max,
    format: options.format ?? 'plain',
    isMultiline: options.isMultiline ?? false,
    isRequired: true,
    schema: textSchema(label, options),
    output: z.string(),
    ...shared(options),
  }) as const satisfies Field

export const mobilePattern = /^1[3-9]\d{9}$/
const phonePattern = /^(\d{3,4}-\d{7,8}(-\d{1,6})?|1[3-9]\d{9}|400-?\d{3}-?\d{4})$/

/** A mainland mobile number; masked wherever it is logged. */
export const mobile = (label: string, options: Shared = {}) =>
  text(label, {
    max: 11,
    pattern: [mobilePattern, '请输入正确的手机号'],
    format: 'tel',
    isSensitive: true,
    ...options,
  })

export const phone = (label: string, options: Shared = {}) =>
  text(label, {
    max: 24,
    pattern: [phonePattern, '请输入正确的电话,如 021-12345678'],
    format: 'tel',
    ...options,
  })

export const email = (label: string, options: Shared = {}) =>
  text(label, {
    max: 100,
    pattern: [/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, '请输入正确的邮箱'],
    format: 'email',
    ...options,
  })

/** An https address; plain http is refused because the mini-program cannot open it. */
export const url = (label: string, options: Shared & { max?: number } = {}) =>
  text(label, {
    max: 200,
    pattern: [/^https:\/\/[^\s/?#@]+\.[^\s@]+$/, `${label}应以 https:// 开头,请检查网址`],
    format: 'url',
    ...options,
  })

/** 10 to 128 characters as typed, neither trimmed nor normalised; what else is refused the server decides. */
export const password = (label: string, options: Shared = {}) =>
  ({
    kind: 'password',
    label,
    isRequired: true,
    schema: z
      .string({ error: `请输入${label}` })
      .min(1, { error: `请输入${label}`, abort: true })
      .min(10, `${label}至少10位`)
      .max(128, `${label}最多128位`),
    output: z.never(),
    ...shared({ ...options, isSensitive: true }),
  }) as const satisfies Field

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

type ValueOf<O extends readonly Option[]> = O[number][0]
const valuesOf = <const O extends readonly Option[]>(options: O) =>
  options.map(([value]) => value) as [ValueOf<O>, ...ValueOf<O>[]]

export const select = <const O extends readonly Option[]>(label: string, options: O, rest: Shared = {}) => {
  const schema = z.literal(valuesOf(options), { error: `请选择${label}` })
  return {
    kind: 'select',
    label,
    options,
    isRequired: true,
    schema,
    output: schema,
    ...shared(rest),
  } as const satisfies Field
}

export const multiSelect = <const O extends readonly Option[]>(
  label: string,
  options: O,
  { max = options.length, ...rest }: Shared & { max?: number } = {},
) => {
  const schema = z.array(z.literal(valuesOf(options), { error: `请选择${label}` }), {
    error: `请选择${label}`,
  })
  return {
    kind: 'multiSelect',
    label,
    options,
    max,
    isRequired: true,
    schema: schema.min(1, `请选择${label}`).max(max, `${label}最多选${max}项`),
    output: schema,
    ...shared(rest),
  } as const satisfies Field
}

/** A switch that travels as the integer 0 or 1. */
export const toggle = (label: string, options: Shared = {}) => {
  const schema = z.literal([0, 1], { error: `请选择${label}` })
  return {
    kind: 'toggle',
    label,
    isRequired: true,
    schema,
    output: schema,
    ...shared(options),
  } as const satisfies Field
}

/** `YYYY-MM-DD`. */
export const date = (label: string, options: Shared = {}) => {
  const schema = z.iso.date({ error: `请输入正确的${label},如 2026-03-08` })
  return {
    kind: 'date',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}

/** `YYYY-MM`. */
export const month = (label: string, options: Shared = {}) => {
  const schema = z
    .string({ error: `请输入${label}` })
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, `请输入正确的${label},如 2026-03`)
  return {
    kind: 'month',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}

/** ISO-8601 with offset. */
export const datetime = (label: string, options: Shared = {}) => {
  const schema = z.iso.datetime({ offset: true, error: `请输入正确的${label}` })
  return {
    kind: 'datetime',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}

const idSchema = (error: string) =>
  z.int({ error }).positive({ error }).max(Number.MAX_SAFE_INTEGER, { error })

/** The id of a row of the resource named `to`. */
export const reference = (label: string, to: string, options: Shared = {}) =>
  ({
    kind: 'reference',
    label,
    to,
    isRequired: true,
    schema: idSchema(`请选择${label}`),
    output: z.int(),
    ...shared(options),
  }) as const satisfies Field

export const references = (label: string, to: string, { max, ...rest }: Shared & { max: number }) =>
  ({
    kind: 'references',
    label,
    to,
    max,
    isRequired: true,
    schema: z
      .array(idSchema(`请选择${label}`), { error: `请选择${label}` })
      .min(1, `请选择${label}`)
      .max(max, `${label}最多选${max}项`),
    output: z.array(z.int()),
    ...shared(rest),
  }) as const satisfies Field

const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `请选择${label}`)

/** A district chosen through its province and city (6-digit codes, GB/T 2260 style). */
export const area = (label: string, parts: readonly [province: string, city: string], options: Shared = {}) =>
  ({
    kind: 'area',
    label,
    parts,
    isRequired: true,
    schema: areaCode(label),
    output: z.string(),
    ...shared(options),
  }) as const satisfies Field

// Uploaded files are on our own storage path or on an https host; nothing else is ever an address of a picture.
const fileSchema = (label: string) =>
  z
    .string({ error: `请上传${label}` })
    .max(500, `${label}的地址过长,请重新上传`)
    .regex(/^(\/api\/files\/[\w./-]+|https:\/\/[^\s/?#@]+\.[^\s@]+)$/, `请上传${label}`)

export const image = (
  label: string,
  { scene, frame = {}, ...rest }: Shared & { scene: UploadScene; frame?: Frame },
) =>
  ({
    kind: 'image',
    label,
    scene,
    frame,
    isRequired: true,
    schema: fileSchema(label),
    output: z.string(),
    ...shared(rest),
  }) as const satisfies Field

export const images = (
  label: string,
  { scene, frame = {}, max, ...rest }: Shared & { scene: UploadScene; frame?: Frame; max: number },
) =>
  ({
    kind: 'images',
    label,
    scene,
    frame,
    max,
    isRequired: true,
    schema: z
      .array(
        z.strictObject({
          url: fileSchema(label),
          alt: z.string().max(60, '图片说明最多60个字').overwrite(clean).nullish(),
        }),
        { error: `请上传${label}` },
      )
      .min(1, `请上传${label}`)
      .max(max, `${label}最多${max}张`),
    output: z.array(z.object({ url: z.string(), alt: z.string().nullish() })),
    ...shared(rest),
  }) as const satisfies Field

/** HTML, counted without its tags; the server cleans it by an allow-list before it is stored. */
export const richText = (label: string, { max, ...rest }: Shared & { max: number }) =>
  ({
    kind: 'richText',
    label,
    max,
    isRequired: true,
    schema: z
      .string({ error: `请输入${label}` })
      .min(1, `请输入${label}`)
      .max(max * 10, `${label}最多${max}个字`)
      .refine(html => lengthOf(html.replace(/<[^>]*>/g, '')) <= max, `${label}最多${max}个字`),
    output: z.string(),
    ...shared(rest),
  }) as const satisfies Field

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
    output: z.array(recordOf(fields)),
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

/** The field may be left empty: null on the wire. */
export const optional = <const F extends Field>(field: F) =>
  ({ ...field, isRequired: false, schema: field.schema.nullish(), output: field.output.nullish() }) as Omit<
    F,
    'schema' | 'output' | 'isRequired'
  > & {
    isRequired: false
    schema: z.ZodOptional<z.ZodNullable<F['schema']>>
    output: z.ZodOptional<z.ZodNullable<F['output']>>
  }

type Drafts<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
type Outputs<F extends Fields> = { [K in keyof F]: F[K]['output'] }
const mapped = (fields: Fields, part: 'schema' | 'output') =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))

/** What may be written of these fields: unknown keys are refused. */
export const draftOf = <const F extends Fields>(fields: F) =>
  z.strictObject(mapped(fields, 'schema') as Drafts<F>)

/** What is read of these fields: anything else is left out of the answer. */
export const recordOf = <const F extends Fields>(fields: F) =>
  z.object(mapped(fields, 'output') as Outputs<F>)

/** The TypeScript type of a record with these fields. */
export type Values<F extends Fields> = z.output<z.ZodObject<Outputs<F>>>

/** Who made and last changed a row, by the names they had then (domain.md §3). */
export const stamps = {
  createdAt: datetime('创建时间'),
  createdBy: optional(text('创建人', { max: 20 })),
  updatedAt: datetime('更新时间'),
  updatedBy: optional(text('更新人', { max: 20 })),
}
