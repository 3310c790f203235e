import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { type Field, folded } from '../../resources/kit/index.ts'
import { type Asking, mayRead } from '../context/readable.ts'

// Promise Q28 (server/promises.md).

/** LIKE's own signs in what a person typed are literal. */
export const literal = (text: string) => text.replaceAll(/[\\%_]/g, char => `\\${char}`)

/**
 * Threes of characters that make up a text, or all of a shorter one: the index of `server/db/lists/search.ts` holds more, but
 * takes its time for each that is asked for.
 */
const partsOf = (text: string) => {
  const chars = [...text]
  const last = Math.max(chars.length - 3, 0)
  const starts = Array.from({ length: Math.ceil(last / 3) + 1 }, (_, at) => Math.min(at * 3, last))
  return starts.map(at => chars.slice(at, at + 3).join(''))
}

/** As `folded` does it (resources/kit/clean.ts). */
const foldedIn = (column: PgColumn | SQL) => sql`lower(normalize(${column}, NFKC))`

/** A substring of any other column, read row by row. */
export const containingIn = (column: PgColumn | SQL, keyword: string) =>
  sql`${foldedIn(column)} like ${`%${literal(folded(keyword))}%`}`

/** The same text but for case and width. */
export const sameText = (column: PgColumn, text: string) => sql`${foldedIn(column)} = ${folded(text)}`

/** A substring of a `search` column, which holds folded text. */
export const containing = (column: PgColumn | SQL, keyword: string) =>
  sql`${column} like ${`%${literal(folded(keyword))}%`}`

/** By the index of `server/db/lists/search.ts` all that may contain it, and some that do not. */
export const nearly = (column: PgColumn, keyword: string) =>
  sql`search_parts(${column}) @> ${sql.param(partsOf(folded(keyword)))}::text[]`

/** The same as `containing` by that index. */
export const searching = (column: PgColumn, keyword: string | undefined) =>
  keyword ? sql`(${nearly(column, keyword)} and ${containing(column, keyword)})` : undefined

/** A substring of any of these columns, read row by row: for tables of few rows. */
export const searchingIn = (columns: readonly (PgColumn | SQL)[], keyword: string | undefined) =>
  keyword ? containingIn(sql`concat_ws(' ', ${sql.join([...columns], sql`, `)})`, keyword) : undefined

type Part = readonly [field: Pick<Field, 'readableBy' | 'revealedTo'>, value: PgColumn | SQL]

/** Of a `search` column what the caller may read of these parts: nobody gropes for a number that he sees in stars. */
export const readableText = (asking: Asking, column: PgColumn, parts: readonly Part[]) =>
  parts
    .filter(([field]) => !mayRead(asking, field))
    .reduce<SQL>(
      (text, [, value]) => sql`replace(${text}, ${foldedIn(sql`coalesce(${value}, '')`)}, '')`,
      sql`${column}`,
    )

/** A substring of it: the index finds more, which is looked at again where something is hidden. */
export const searchingReadable =
  (column: PgColumn, parts: readonly Part[]) => (keyword: string, asking: Asking) =>
    and(
      searching(column, keyword),
      parts.every(([field]) => mayRead(asking, field))
        ? undefined
        : containing(readableText(asking, column, parts), keyword),
    )!
