import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { type Field, foldForSearch, searchForms } from '../../resources/kit/index.ts'
import { type Reader, mayRead } from '../context/readable.ts'

/** Escapes LIKE's wildcards in typed text. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, char => `\\${char}`)

/**
 * Non-overlapping groups of three characters that cover a text, or the whole of a shorter one. The index of
 * `server/db/lists/search.ts` holds more groups, but each one that is asked for costs time.
 */
const searchPartsOf = (text: string) => {
  const chars = [...text]
  const last = Math.max(chars.length - 3, 0)
  const starts = Array.from({ length: Math.ceil(last / 3) + 1 }, (_, at) => Math.min(at * 3, last))
  return starts.map(at => chars.slice(at, at + 3).join(''))
}

/** The SQL equivalent of `foldForSearch` (resources/kit/clean.ts). */
const foldedIn = (column: PgColumn | SQL) =>
  sql`regexp_replace(lower(normalize(${column}, NFKC)), '[\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F\\U000E0100-\\U000E01EF]', '', 'g')`

const includesForm = (text: PgColumn | SQL, form: string) => sql`${text} like ${`%${escapeLike(form)}%`}`

/** A condition that holds for any of the texts that a keyword may stand for. */
const anyForm = (keyword: string, condition: (form: string) => SQL) =>
  or(...searchForms(keyword).map(condition)) ?? sql`false`

/** Substring match on a column without a search index; scans the rows. */
export const unindexedContains = (column: PgColumn | SQL, keyword: string) =>
  anyForm(keyword, form => includesForm(foldedIn(column), form))

/** Equality that ignores case and character width. */
export const sameText = (column: PgColumn, text: string) => sql`${foldedIn(column)} = ${foldForSearch(text)}`

/** Substring match on a `search` column, which holds folded text. */
export const containsCondition = (column: PgColumn | SQL, keyword: string) =>
  anyForm(keyword, form => includesForm(column, form))

const indexedForm = (column: PgColumn, form: string) =>
  sql`search_parts(${column}) @> ${sql.param(searchPartsOf(form))}::text[]`

/**
 * Index lookup (server/db/lists/search.ts) that finds all rows which may contain the keyword, and some that
 * do not.
 */
export const indexedCandidates = (column: PgColumn, keyword: string) =>
  anyForm(keyword, form => indexedForm(column, form))

/** Substring match on a `search` column that uses its index. */
export const indexedContains = (column: PgColumn, keyword: string | undefined) =>
  keyword
    ? anyForm(keyword, form => sql`(${indexedForm(column, form)} and ${includesForm(column, form)})`)
    : undefined

/** Substring match over several columns; scans the rows, so it is for small tables. */
export const containsInAny = (columns: readonly (PgColumn | SQL)[], keyword: string | undefined) =>
  keyword ? unindexedContains(sql`concat_ws(' ', ${sql.join([...columns], sql`, `)})`, keyword) : undefined

type Part = readonly [field: Pick<Field, 'readableBy' | 'revealedTo'>, value: PgColumn | SQL]

/**
 * The text of a `search` column without the parts that the caller may not read, so that nobody can guess a
 * masked number by searching for it.
 */
export const readableText = (reader: Reader, column: PgColumn, parts: readonly Part[]) =>
  parts
    .filter(([field]) => !mayRead(reader, field))
    .reduce<SQL>(
      (text, [, value]) => sql`replace(${text}, ${foldedIn(sql`coalesce(${value}, '')`)}, '')`,
      sql`${column}`,
    )

/**
 * Substring match within the readable text: the index finds candidates, which are checked again where a part
 * is hidden.
 */
export const readableContains =
  (column: PgColumn, parts: readonly Part[]) => (keyword: string, reader: Reader) =>
    and(
      indexedContains(column, keyword),
      parts.every(([field]) => mayRead(reader, field))
        ? undefined
        : containsCondition(readableText(reader, column, parts), keyword),
    )!
