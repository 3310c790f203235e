import type { z } from 'zod'

import {
  asList,
  asNumber,
  asRecord,
  asSwitch,
  asText,
  isPlainObject,
  outputTraits,
  kindOf,
} from '../../resources/kit/index.ts'

/** Called for a value that the declaration does not know, or that it requires and that is missing. */
export type ReportDifference = (path: string, value: unknown) => void

/** Reads one value by its schema. `read` returns undefined if there is no value or it cannot be read. */
type Reader = {
  read: (value: unknown, differs: ReportDifference) => unknown
  empty: () => unknown
  /** For a record: reads only the present keys, for an answer that is merged into a known record. */
  readSparsely?: (value: unknown, differs: ReportDifference) => object | undefined
  /** The value may be absent; nothing then takes its place. */
  isOptional?: true
  /** The value may be absent or null, with the same meaning. */
  isNullish?: true
}

type SchemaParts = {
  type: string
  values?: readonly unknown[]
  entries?: Readonly<Record<string, unknown>>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  shape?: Readonly<Record<string, z.ZodType>>
}
type Maker = (inside: SchemaParts, path: string) => Reader

const plain = (read: (value: unknown) => unknown, empty: unknown): Reader => ({ read, empty: () => empty })

/** Reads one of several values, or its text. */
const choice = (values: readonly unknown[]) => {
  const byText = new Map(values.map(it => [String(it), it]))
  // Only plain values have a text: an object may have a `toString` that is no function.
  const read = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? undefined
      : byText.get(String(typeof value === 'boolean' ? Number(value) : value))
  // The empty value of a flag is 0, of other choices null.
  return plain(read, values.includes(0) && values.includes(1) && values.length === 2 ? 0 : null)
}

/** Reads a part of a record. If that fails, the empty value is used and the difference is reported. */
const part = (
  { read, empty, isOptional, isNullish }: Reader,
  path: string,
  value: unknown,
  differs: ReportDifference,
) => {
  // An absent nullable part is null, as the declared type requires.
  const found =
    value === undefined && isNullish ? null : value === undefined ? undefined : read(value, differs)
  if (found !== undefined) return found
  if (!isOptional || value !== undefined) differs(path, value)
  return isOptional && value === undefined ? undefined : empty()
}

const record: Maker = ({ shape = {} }, path) => {
  const parts = Object.entries(shape).map(([name, schema]) => {
    const at = path ? `${path}.${name}` : name
    return { name, at, reader: readerAt(schema, at) }
  })
  const readNamed = (raw: unknown, differs: ReportDifference, isSparse: boolean) => {
    const value = asRecord(raw)
    if (!isPlainObject(value)) return undefined
    const wanted = isSparse ? parts.filter(({ name }) => value[name] != null) : parts
    const entries = wanted.map(
      ({ name, at, reader }) => [name, part(reader, at, value[name], differs)] as const,
    )
    // Some back-ends name the id of every record `id`, although the declaration has another name.
    const id = 'id' in shape ? undefined : asNumber(value['id'])
    return {
      ...(id !== undefined && { id }),
      ...Object.fromEntries(entries.filter(([, it]) => it !== undefined)),
    }
  }
  const read = (raw: unknown, differs: ReportDifference) => readNamed(raw, differs, false)
  const readSparsely = (raw: unknown, differs: ReportDifference) => readNamed(raw, differs, true)
  return { read, readSparsely, empty: () => read({}, () => {}) }
}

const list: Maker = ({ element }, path) => {
  const reader = readerAt(element!, `${path}[]`)
  const read = (raw: unknown, differs: ReportDifference) => {
    const values = asList(raw)
    if (!Array.isArray(values)) return undefined
    return values.flatMap(value => {
      const found = reader.read(value, differs)
      if (found === undefined) differs(`${path}[]`, value)
      return found === undefined ? [] : [found]
    })
  }
  return { read, empty: () => [] }
}

const map: Maker = ({ valueType }, path) => {
  const reader = readerAt(valueType!, `${path}{}`)
  const read = (raw: unknown, differs: ReportDifference) => {
    const value = asRecord(raw)
    if (!isPlainObject(value)) return undefined
    const entries = Object.entries(value).map(([name, it]) => [name, reader.read(it, differs)] as const)
    return Object.fromEntries(entries.filter(([, it]) => it !== undefined))
  }
  return { read, empty: () => ({}) }
}

/** Uses the first alternative that can read the value. */
const union: Maker = ({ options = [] }, path) => {
  const readers = options.map(it => readerAt(it, path))
  const read = (value: unknown, differs: ReportDifference) => {
    for (const reader of readers) {
      const found = reader.read(value, differs)
      if (found !== undefined) return found
    }
    return undefined
  }
  return { read, empty: () => readers[0]!.empty() }
}

const unchangedReader = plain(value => value, null)

/** Readers by type of schema; values of other types pass unchanged. */
const makers: Readonly<Record<string, Maker>> = {
  string: () => plain(asText, ''),
  number: () => plain(asNumber, 0),
  boolean: () => plain(value => (typeof value === 'boolean' ? value : toBoolean(value)), false),
  literal: ({ values = [] }) => choice(values),
  enum: ({ entries = {} }) => choice(Object.values(entries)),
  object: record,
  array: list,
  record: map,
  union,
  optional: ({ innerType }, path) => {
    const { isNullish: _, ...reader } = readerAt(innerType!, path)
    return { ...reader, isOptional: true, ...(innerType!.def.type === 'nullable' && { isNullish: true }) }
  },
  nullable: ({ innerType }, path) => {
    const { read } = readerAt(innerType!, path)
    // An empty text is read as null: many back-ends have no other way to express it.
    const readOrNull = (value: unknown, differs: ReportDifference) =>
      value === null ? null : (read(value, differs) ?? (value === '' ? null : undefined))
    return { read: readOrNull, empty: () => null }
  },
}

const toBoolean = (value: unknown) => {
  const number = asSwitch(value)
  return number === undefined ? undefined : number === 1
}

const readersBySchema = new WeakMap<z.ZodType, Map<string, Reader>>()

const makeReader = (schema: z.ZodType, path: string): Reader => {
  const inside: SchemaParts = schema.def
  const structure = makers[inside.type]?.(inside, path) ?? unchangedReader
  const kind = outputTraits.get(schema)?.kind
  if (!kind) return structure
  const { read: prepare, empty } = kindOf({ kind })
  return {
    read: (value, differs) => {
      const prepared = prepare(value)
      return prepared === undefined ? undefined : structure.read(prepared, differs)
    },
    empty: empty ?? structure.empty,
  }
}

/** Readers are made once for each schema and path, since a schema may be used in many places. */
const readerAt = (schema: z.ZodType, path: string): Reader => {
  const places = readersBySchema.get(schema) ?? new Map<string, Reader>()
  readersBySchema.set(schema, places)
  const reader = places.get(path) ?? makeReader(schema, path)
  places.set(path, reader)
  return reader
}

/** Reads an answer by its schema; undefined if nothing of it can be read. */
export const readBySchema = (schema: z.ZodType, value: unknown, differs: ReportDifference): unknown =>
  readerAt(schema, '').read(value, differs)

/**
 * Reads the answer of a write: only the present values, since they are merged into the known record. An id may come
 * alone.
 */
export const readSparsely = (schema: z.ZodType, value: unknown, differs: ReportDifference): object => {
  const id = asNumber(value)
  if (id !== undefined) return { id }
  return readerAt(schema, '').readSparsely?.(value, differs) ?? {}
}

/** The value that replaces a missing answer. */
export const emptyValueOf = (schema: z.ZodType): unknown => readerAt(schema, '').empty()
