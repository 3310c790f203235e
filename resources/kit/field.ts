import { z } from 'zod'

import { withLazyProperties } from './lazily.ts'
// Sets zod's messages. Every schema is made of fields or together with them, so importing it here suffices.
import './messages.ts'
import type { Who } from './registered.ts'

// Promise Q24 (server/promises.md).

/** The colour of an option. Each tone also has an icon, because colour alone must not carry meaning. */
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'faint'

/** Value, label and, for states, the tone of an option. Options are shown in the declared order. */
export type Option = readonly [value: string | number, label: string, tone?: Tone]

/**
 * Properties of each kind besides the label and the schemas. Each file of `kinds` adds those of its kind, so that this
 * file imports none of them.
 */
// eslint-disable-next-line typescript/no-empty-interface -- declaration merging needs an interface, filled elsewhere
export interface KindOptions {}

/** The kind of value that a field holds. */
export type FieldKind = keyof KindOptions

type CommonOptions = {
  label: string
  /** Schema of written values; its messages are shown to the user. */
  schema: z.ZodType
  /** Schema of read values: the same type without the limits, so that old rows can still be shown. */
  output: z.ZodType
  isRequired: boolean
  /** One line of help below the label. */
  hint?: string
  /** True if the value is masked in the log. */
  isSensitive?: true
  /**
   * Who may read the value. Others get null in every answer of the server, and a search does not find the value for
   * them.
   */
  readableBy?: Who
  /** Who may read the whole value. Others get it masked, and a search does not find the value for them. */
  revealedTo?: Who
  /**
   * True if administrators get even a value that they may read masked, except from a call that `reveals` it and logs who
   * saw it. The person concerned always reads it whole.
   */
  isRevealedOnRequest?: true
  /** True if the value is sent and answered as JSON text. A text that cannot be parsed is read as empty. */
  isJson?: true
}

/** A field of a record. The list column, the input, the filter, the schemas and the log all derive from it. */
export type Field<K extends FieldKind = FieldKind> = {
  [P in K]: { kind: P } & CommonOptions & KindOptions[P]
}[K]
/** A field that holds one or more lines of plain text. */
export type TextField = Field<'text'>
/** The fields of a resource by name. */
export type Fields = Record<string, Field>

/** Options that fields of every kind take. */
export type SharedOptions = Pick<
  CommonOptions,
  'hint' | 'isSensitive' | 'readableBy' | 'revealedTo' | 'isRevealedOnRequest' | 'isJson'
>
/** Picks the options of `SharedOptions` that have a value. */
export const sharedOptions = ({
  hint,
  isSensitive,
  readableBy,
  revealedTo,
  isRevealedOnRequest,
  isJson,
}: SharedOptions) => ({
  ...(hint && { hint }),
  ...(isSensitive && { isSensitive }),
  ...(readableBy && { readableBy }),
  ...(revealedTo && { revealedTo }),
  ...(isRevealedOnRequest && { isRevealedOnRequest }),
  ...(isJson && { isJson }),
})

/**
 * Whether the server writes the text, in which case it is translated for the reader. A function decides it for each
 * record.
 */
export type SentenceCondition = true | ((record: Readonly<Record<string, unknown>>) => boolean)

/** Traits of the values that an output schema describes. */
export type OutputTraits = Pick<
  CommonOptions,
  'readableBy' | 'revealedTo' | 'isRevealedOnRequest' | 'isJson'
> & {
  /** Kind of the field; absent if the values belong to no field. */
  kind?: FieldKind
  isSentence?: SentenceCondition
}
/** Traits by output schema: of fields, and of other texts that the server writes. */
export const outputTraits = new WeakMap<z.core.$ZodType, OutputTraits>()

/** Defines a field. Its two schemas are made when they are first used. */
export const defineField = <
  const P extends { kind: FieldKind } & Omit<CommonOptions, 'schema' | 'output'>,
  S extends z.ZodType,
  O extends z.ZodType,
>(
  plain: P,
  schema: () => S,
  output: () => O,
) =>
  withLazyProperties(plain, {
    schema,
    output: () => {
      const outputSchema = output()
      outputTraits.set(outputSchema, plain)
      return outputSchema
    },
  })

/** Makes a field optional: its value may be null or absent. */
export const optional = <const F extends Field>(field: F) =>
  Object.assign(
    withLazyProperties(field, { schema: () => field.schema.nullish(), output: () => field.output.nullish() }),
    { isRequired: false },
  ) as unknown as Omit<F, 'schema' | 'output' | 'isRequired'> & {
    isRequired: false
    schema: z.ZodOptional<z.ZodNullable<F['schema']>>
    output: z.ZodOptional<z.ZodNullable<F['output']>>
  }

/** The message for a required field without a value, such as 请上传头像. It is the same for an optional field. */
export const blankMessage = ({ label, schema }: Field): string => {
  let needed: z.ZodType = schema
  while (needed instanceof z.ZodOptional || needed instanceof z.ZodNullable)
    needed = needed.unwrap() as z.ZodType
  return needed.safeParse(undefined).error?.issues[0]?.message ?? `请输入${label}`
}

type Drafts<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
type Outputs<F extends Fields> = { [K in keyof F]: F[K]['output'] }
/**
 * The shape of an object schema. Its properties are getters, because zod reads the shape only when the schema is
 * first used.
 */
const schemaShape = (fields: Fields, part: 'schema' | 'output') =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { get: () => field[part], enumerable: true }]),
    ),
  )

/** Schema of written values; it refuses unknown keys. */
export const inputSchema = <const F extends Fields>(fields: F) =>
  z.strictObject(schemaShape(fields, 'schema') as Drafts<F>)

/** Schema of a stored document; an optional field may be absent. */
export const documentSchema = <const F extends Fields>(fields: F) =>
  z.object(schemaShape(fields, 'output') as Outputs<F>)

type Present<O> = O extends z.ZodOptional<infer P extends z.ZodType> ? P : O
type Columns<F extends Fields> = { [K in keyof F]: Present<F[K]['output']> }

/**
 * Schema of a table row: keys without a field are removed from the answer. Every field must be present, also a
 * nullable one, so that a handler that forgets one does not compile.
 */
export const recordSchema = <const F extends Fields>(fields: F) =>
  z.object(schemaShape(fields, 'output') as unknown as Columns<F>)

/** The TypeScript type of a record with these fields. */
export type RecordValues<F extends Fields> = z.output<z.ZodObject<Columns<F>>>
