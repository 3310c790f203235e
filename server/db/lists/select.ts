import { is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

import type { Db } from '../connection/open.ts'

// Drizzle writes out each column of each statement and asks of each value of each row what it is, which was a fifth of
// what the process did for a page. Here a column's words, and how its values are read, are found once.

type Field = PgColumn | SQL | SQL.Aliased
export type Selection = Readonly<Record<string, Field>>

const dialect = new PgDialect({ casing: 'snake_case' })
export const compileSql = (statement: SQL) => dialect.sqlToQuery(statement)

const { types } = pg
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins
/** Moments, days and lists of them: the columns read them from their text, as Drizzle hands them over. */
const texts: ReadonlySet<number> = new Set([
  TIMESTAMPTZ,
  TIMESTAMP,
  DATE,
  INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
])
const asText = (text: string) => text
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (texts.has(id) ? asText : types.getTypeParser(id, format)),
}

type Decoder = { mapFromDriverValue: (value: unknown) => unknown }
const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'mapFromDriverValue' in value

/** The types keep to themselves what `mapWith` has set. */
const decoderOf = (field: Field): Decoder => {
  const decoder: unknown = is(field, PgColumn)
    ? field
    : Reflect.get('fieldAlias' in field ? field.sql : field, 'decoder')
  if (!isDecoder(decoder)) throw new Error('Drizzle no longer says how a value is read')
  return decoder
}

/** Its words; null where what they say differs from call to call. */
type Read = { text: string | null; decoder: Decoder }
const reads = new WeakMap<Field, Read>()

const wordsOf = (field: Field): SQL => {
  if (is(field, PgColumn) || !('fieldAlias' in field)) return sql`${field}`
  return sql`${field.sql} as ${sql.identifier(field.fieldAlias)}`
}

const readOf = (field: Field): Read => {
  const known = reads.get(field)
  if (known) return known
  const { sql: text, params } = compileSql(wordsOf(field))
  const read = { text: params.length > 0 ? null : text, decoder: decoderOf(field) }
  reads.set(field, read)
  return read
}

/** Neighbours whose words are known are one piece. */
const listed = (fields: readonly Field[], found: readonly Read[]) => {
  const pieces: SQL[] = []
  let known: string[] = []
  const close = () => {
    if (known.length > 0) pieces.push(sql.raw(known.join(', ')))
    known = []
  }
  found.forEach(({ text }, at) => {
    if (text !== null) return known.push(text)
    close()
    return pieces.push(wordsOf(fields[at]!))
  })
  close()
  return sql.join(pieces, sql`, `)
}

/** `select <columns>` and what follows, from its FROM on; the values of each row as Drizzle would read them. */
export const selectRows = async <R>(db: Db, columns: Selection, rest: SQL): Promise<R[]> => {
  const names = Object.keys(columns)
  const fields = Object.values(columns)
  const found = fields.map(readOf)
  const { sql: text, params: values } = compileSql(sql`select ${listed(fields, found)} ${rest}`)
  const query = { text, values, rowMode: 'array' as const, types: parsers }
  const { rows } = await db.$client.query<unknown[]>(query)
  return rows.map(row => {
    const record: Record<string, unknown> = {}
    for (const [at, name] of names.entries()) {
      const value = row[at]
      record[name] = value === null ? null : found[at]!.decoder.mapFromDriverValue(value)
    }
    return record as R
  })
}
