import { z } from 'zod'

import { lazily } from './lazily.ts'
// Every schema is made of fields or beside them.
import './messages.ts'
import type {
  RegisteredMarkupSet,
  RegisteredReferable,
  RegisteredUploadScene,
  RegisteredWidget,
  Who,
} from './registered.ts'

// Promise Q24 (server/promises.md).

/** How a choice is coloured; each tone also has an icon, so that colour never stands alone. */
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'faint'

/** Value, label and (for statuses) tone, in the order shown. */
export type Option = readonly [value: string | number, label: string, tone?: Tone]

/** Width : height the picture is cropped to, and the least size in pixels. */
export type Frame = { ratio?: readonly [number, number]; minWidth?: number; minHeight?: number }

/** The state that waits, and the fields that may hold since when: the first that is filled in counts. */
export type Waits = { state: string | number; since: readonly string[] }

/** A field of a setting that lists texts. */
export type SuggestedBy = { setting: string; field: string }

/** What a kind carries besides its label and its schemas. */
type Extras = {
  /** `suggestedBy`: below the input stand the usual texts of a setting, to be chosen. */
  text: {
    max: number
    format: 'plain' | 'tel' | 'email' | 'url'
    isMultiline: boolean
    isSentence?: Said
    suggestedBy?: SuggestedBy
  }
  password: object
  /** `unit` follows the number: %. */
  integer: { min: number; max: number; unit?: string }
  decimal: { min: number; max: number; digits: number }
  /** `waits`: one of the states waits for somebody, who sees for how long. */
  select: { options: readonly Option[]; waits?: Waits }
  /** `isOrdered`: what is chosen has an order that matters. */
  multiSelect: { options: readonly Option[]; max: number; isOrdered?: true }
  toggle: object
  date: object
  month: object
  datetime: object
  reference: { to: RegisteredReferable }
  references: { to: RegisteredReferable; max: number }
  /** The field holds the district; `parts` name the fields of its province and city, written with it. */
  area: { parts: readonly [province: string, city: string] }
  image: { scene: RegisteredUploadScene; frame: Frame }
  images: { scene: RegisteredUploadScene; frame: Frame; max: number }
  richText: { max: number; allows: RegisteredMarkupSet }
  strings: { item: TextField; max: number }
  /** `each` names the select of whose options every one has a row, none added or removed. */
  rows: { fields: Fields; max: number; each?: string }
  /** `fields` are the parts of the widget `group`. */
  custom: { widget: RegisteredWidget; fields?: Fields }
}

/** The sort of value that a field holds; each exhaustive table has one entry for each. */
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
  /** Others get null, wherever the server answers it, and don't find it by searching. */
  readableBy?: Who
  /** Others get it masked, and don't find it by searching. */
  revealedTo?: Who
  /** Travels as the text of its JSON in both directions; one that cannot be read is empty. */
  isJson?: true
}

/** A field is plain data: one value drives the column, the input, the filter, the contract and the log. */
export type Field<K extends Kind = Kind> = { [P in K]: { kind: P } & Common & Extras[P] }[K]
/** A field that holds one line or several lines of plain text. */
export type TextField = Field<'text'>
/** The fields of a resource by their names in the declaration. */
export type Fields = Record<string, Field>

/** Options that every kind takes. */
export type Shared = Pick<Common, 'hint' | 'isSensitive' | 'readableBy' | 'revealedTo' | 'isJson'>
/** Keeps those of the options that every kind takes which are given. */
export const shared = ({ hint, isSensitive, readableBy, revealedTo, isJson }: Shared) => ({
  ...(hint && { hint }),
  ...(isSensitive && { isSensitive }),
  ...(readableBy && { readableBy }),
  ...(revealedTo && { revealedTo }),
  ...(isJson && { isJson }),
})

/** The server words it, in Chinese, and a reader has it in his language; a function says of which records that holds. */
export type Said = true | ((record: Readonly<Record<string, unknown>>) => boolean)

/** What is known of the values that an output schema reads. */
export type OutputTraits = Pick<Common, 'readableBy' | 'revealedTo' | 'isJson'> & {
  /** Of its field; absent where the values belong to no field. */
  kind?: Kind
  isSentence?: Said
}
/** By the output schema of a field, and by the schema of each other text that the server words. */
export const outputTraits = new WeakMap<z.core.$ZodType, OutputTraits>()

/** A field from what it says of itself and how its schemas are made. */
export const fieldOf = <
  const P extends { kind: Kind } & Omit<Common, 'schema' | 'output'>,
  S extends z.ZodType,
  O extends z.ZodType,
>(
  plain: P,
  schema: () => S,
  output: () => O,
) =>
  lazily(plain, {
    schema,
    output: () => {
      const made = output()
      outputTraits.set(made, plain)
      return made
    },
  })

/** The field may be left empty: null on the wire. */
export const optional = <const F extends Field>(field: F) =>
  Object.assign(
    lazily(field, { schema: () => field.schema.nullish(), output: () => field.output.nullish() }),
    { isRequired: false },
  ) as unknown as Omit<F, 'schema' | 'output' | 'isRequired'> & {
    isRequired: false
    schema: z.ZodOptional<z.ZodNullable<F['schema']>>
    output: z.ZodOptional<z.ZodNullable<F['output']>>
  }

/** What a field says when it has to be filled in and is blank, whether or not it is optional: 请上传头像. */
export const blankMessage = ({ label, schema }: Field): string => {
  let needed: z.ZodType = schema
  while (needed instanceof z.ZodOptional || needed instanceof z.ZodNullable)
    needed = needed.unwrap() as z.ZodType
  return needed.safeParse(undefined).error?.issues[0]?.message ?? `请输入${label}`
}

type Drafts<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
type Outputs<F extends Fields> = { [K in keyof F]: F[K]['output'] }
/** zod reads the shape of an object when it is first used. */
const mapped = (fields: Fields, part: 'schema' | 'output') =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { get: () => field[part], enumerable: true }]),
    ),
  )

/** What may be written of these fields: unknown keys are refused. */
export const inputOf = <const F extends Fields>(fields: F) =>
  z.strictObject(mapped(fields, 'schema') as Drafts<F>)

/** What is read of a stored document: a field that may be left empty may also be absent. */
export const documentOf = <const F extends Fields>(fields: F) =>
  z.object(mapped(fields, 'output') as Outputs<F>)

type Present<O> = O extends z.ZodOptional<infer P extends z.ZodType> ? P : O
type Columns<F extends Fields> = { [K in keyof F]: Present<F[K]['output']> }

/**
 * What is read of a table: anything else is left out of the answer, and a field that a handler forgets does not
 * compile, be it one that may be null.
 */
export const recordOf = <const F extends Fields>(fields: F) =>
  z.object(mapped(fields, 'output') as unknown as Columns<F>)

/** The TypeScript type of a record with these fields. */
export type Values<F extends Fields> = z.output<z.ZodObject<Columns<F>>>
