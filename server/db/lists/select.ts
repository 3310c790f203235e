import { is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

import type { Db } from '../connection/open.ts'

// A faster select than Drizzle's, which renders each column and determines each value's decoder for every
// statement; that took a fifth of the processing time of a page. Here the SQL text and the decoder of a
// column are computed once.

type Field = PgColumn | SQL | SQL.Aliased
export type Selection = Readonly<Record<string, Field>>

/** A selection that may depend on the caller, as a subquery does, which names the firm of each of its tables. */
export type SelectionOf<X> = Selection | ((context: X) => Selection)

export const selectionIn = <X>(selection: SelectionOf<X>, context: X): Selection =>
  typeof selection === 'function' ? selection(context) : selection

const dialect = new PgDialect({ casing: 'snake_case' })
export const compileSql = (statement: SQL) => dialect.sqlToQuery(statement)

const { types } = pg
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins
/**
 * Type ids of timestamps, dates, intervals and their arrays: these reach the columns as text, as Drizzle
 * passes them.
 */
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

/** Drizzle does not declare the decoder set by `mapWith` in its types. */
const decoderOf = (field: Field): Decoder => {
  const decoder: unknown = is(field, PgColumn)
    ? field
    : Reflect.get('fieldAlias' in field ? field.sql : field, 'decoder')
  if (!isDecoder(decoder)) throw new Error('Drizzle no longer says how a value is read')
  return decoder
}

/** `text` is the column's SQL; null where it has parameters, which differ from call to call. */
type ColumnReader = { text: string | null; decoder: Decoder }
const readerCache = new WeakMap<Field, ColumnReader>()

const columnSql = (field: Field): SQL => {
  if (is(field, PgColumn) || !('fieldAlias' in field)) return sql`${field}`
  return sql`${field.sql} as ${sql.identifier(field.fieldAlias)}`
}

const readerFor = (field: Field): ColumnReader => {
  const cached = readerCache.get(field)
  if (cached) return cached
  const { sql: text, params } = compileSql(columnSql(field))
  const read = { text: params.length > 0 ? null : text, decoder: decoderOf(field) }
  readerCache.set(field, read)
  return read
}

/** Joins the columns into a select list; adjacent columns with a known text become one piece. */
const selectList = (fields: readonly Field[], found: readonly ColumnReader[]) => {
  const pieces: SQL[] = []
  let cached: string[] = []
  const flushTexts = () => {
    if (cached.length > 0) pieces.push(sql.raw(cached.join(', ')))
    cached = []
  }
  found.forEach(({ text }, at) => {
    if (text !== null) return cached.push(text)
    flushTexts()
    return pieces.push(columnSql(fields[at]!))
  })
  flushTexts()
  return sql.join(pieces, sql`, `)
}

/**
 * Runs `select <columns>` with the rest of the statement from FROM on; decodes the values of each row as
 * Drizzle would.
 */
export const selectRows = async <R>(db: Db, columns: Selection, rest: SQL): Promise<R[]> => {
  const names = Object.keys(columns)
  const fields = Object.values(columns)
  const found = fields.map(readerFor)
  const { sql: text, params: values } = compileSql(sql`select ${selectList(fields, found)} ${rest}`)
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
