import type { z } from 'zod'

import {
  asList,
  asNumber,
  asRecord,
  asSwitch,
  asText,
  isPlain,
  outputTraits,
  readings,
} from '../../resources/kit/index.ts'

/** Hears of a value that the declaration does not know, or that it needs and does not find. */
export type Differs = (path: string, value: unknown) => void

/** Reads one value by its schema; `read` answers undefined where there is nothing, or nothing that can be read. */
type Reader = {
  read: (value: unknown, differs: Differs) => unknown
  empty: () => unknown
  /** Of a record: without what is not there, for an answer that is laid over what is known. */
  readSparsely?: (value: unknown, differs: Differs) => object | undefined
  /** It may be absent: then nothing stands in its place. */
  isOptional?: true
  /** It may be absent or null, which say the same. */
  isNullish?: true
}

type Inside = {
  type: string
  values?: readonly unknown[]
  entries?: Readonly<Record<string, unknown>>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  shape?: Readonly<Record<string, z.ZodType>>
}
type Maker = (inside: Inside, path: string) => Reader

const plain = (read: (value: unknown) => unknown, empty: unknown): Reader => ({ read, empty: () => empty })

/** One of several values: itself, or what is written as it is. */
const choice = (values: readonly unknown[]) => {
  const byText = new Map(values.map(it => [String(it), it]))
  const read = (value: unknown) => byText.get(String(typeof value === 'boolean' ? Number(value) : value))
  // Of a flag, no; of anything else none.
  return plain(read, values.includes(0) && values.includes(1) && values.length === 2 ? 0 : null)
}

/** Reads a part; where that fails its emptiness stands there, and is told. */
const part = (
  { read, empty, isOptional, isNullish }: Reader,
  path: string,
  value: unknown,
  differs: Differs,
) => {
  // What may be left empty is so where nothing was said, as the declared type of a record has it.
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
  const readNamed = (raw: unknown, differs: Differs, isSparse: boolean) => {
    const value = asRecord(raw)
    if (!isPlain(value)) return undefined
    const wanted = isSparse ? parts.filter(({ name }) => value[name] != null) : parts
    const entries = wanted.map(
      ({ name, at, reader }) => [name, part(reader, at, value[name], differs)] as const,
    )
    // A back-end may call every record's id so, whatever the declaration calls it.
    const id = 'id' in shape ? undefined : asNumber(value['id'])
    return {
      ...(id !== undefined && { id }),
      ...Object.fromEntries(entries.filter(([, it]) => it !== undefined)),
    }
  }
  const read = (raw: unknown, differs: Differs) => readNamed(raw, differs, false)
  const readSparsely = (raw: unknown, differs: Differs) => readNamed(raw, differs, true)
  return { read, readSparsely, empty: () => read({}, () => {}) }
}

const list: Maker = ({ element }, path) => {
  const reader = readerAt(element!, `${path}[]`)
  const read = (raw: unknown, differs: Differs) => {
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
  const read = (raw: unknown, differs: Differs) => {
    const value = asRecord(raw)
    if (!isPlain(value)) return undefined
    const entries = Object.entries(value).map(([name, it]) => [name, reader.read(it, differs)] as const)
    return Object.fromEntries(entries.filter(([, it]) => it !== undefined))
  }
  return { read, empty: () => ({}) }
}

/** The first that can read it. */
const union: Maker = ({ options = [] }, path) => {
  const readers = options.map(it => readerAt(it, path))
  const read = (value: unknown, differs: Differs) => {
    for (const reader of readers) {
      const found = reader.read(value, differs)
      if (found !== undefined) return found
    }
    return undefined
  }
  return { read, empty: () => readers[0]!.empty() }
}

const whatever = plain(value => value, null)

/** By the type of the schema; whatever else there is passes as it came. */
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
    // An empty text is no wrong number: many back-ends have no other word for nothing.
    const readOrNull = (value: unknown, differs: Differs) =>
      value === null ? null : (read(value, differs) ?? (value === '' ? null : undefined))
    return { read: readOrNull, empty: () => null }
  },
}

const toBoolean = (value: unknown) => {
  const number = asSwitch(value)
  return number === undefined ? undefined : number === 1
}

const made = new WeakMap<z.ZodType, Map<string, Reader>>()

const makeReader = (schema: z.ZodType, path: string): Reader => {
  const inside: Inside = schema.def
  const structure = makers[inside.type]?.(inside, path) ?? whatever
  const kind = outputTraits.get(schema)?.kind
  if (!kind) return structure
  const [prepare, empty] = readings[kind]
  return {
    read: (value, differs) => {
      const prepared = prepare(value)
      return prepared === undefined ? undefined : structure.read(prepared, differs)
    },
    empty: empty ?? structure.empty,
  }
}

/** Made once for each schema and place, since a schema may stand in many. */
const readerAt = (schema: z.ZodType, path: string): Reader => {
  const places = made.get(schema) ?? new Map<string, Reader>()
  made.set(schema, places)
  const reader = places.get(path) ?? makeReader(schema, path)
  places.set(path, reader)
  return reader
}

/** What a call answers, read by its declaration; undefined where nothing of it can be read. */
export const readBy = (schema: z.ZodType, value: unknown, differs: Differs): unknown =>
  readerAt(schema, '').read(value, differs)

/** The same of a write: only what it answered, since that is laid over what is known; an id may come alone. */
export const readSparsely = (schema: z.ZodType, value: unknown, differs: Differs): object => {
  const id = asNumber(value)
  if (id !== undefined) return { id }
  return readerAt(schema, '').readSparsely?.(value, differs) ?? {}
}

/** What stands where a call answered nothing. */
export const emptyOf = (schema: z.ZodType): unknown => readerAt(schema, '').empty()
