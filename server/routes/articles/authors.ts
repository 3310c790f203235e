import { and, eq, isNull, or, sql } from 'drizzle-orm'

import { authors as resource } from '../../../resources/articles/authors.ts'
import { foldForSearch } from '../../../resources/kit/index.ts'
import { lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { unindexedContains, escapeLike } from '../../records/search.ts'

/** Searches by name, pinyin or initials; not by mobile, which not everybody may see. */
const nameCondition = (keyword: string) => {
  const start = `${escapeLike(foldForSearch(keyword))}%`
  return or(
    unindexedContains(sql`${lawyers.name}`, keyword),
    sql`lower(${lawyers.namePinyin}) like ${start}`,
    sql`lower(${lawyers.nameInitials}) like ${start}`,
  )!
}

/** Ranks like the client's own search (src/fields/nameRank.ts), since only the first results are offered. */
const rankOf = (keyword: string) => {
  const text = foldForSearch(keyword)
  const start = `${escapeLike(text)}%`
  return sql`case
    when lower(${lawyers.name}) = ${text} or lower(${lawyers.namePinyin}) = ${text} then 0
    when lower(${lawyers.name}) like ${start} then 1
    when lower(${lawyers.name}) like ${`%${escapeLike(text)}%`} then 2
    when lower(${lawyers.namePinyin}) like ${start} then 3
    else 4 end`
}

const list = listOf(resource.calls.page, {
  table: lawyers,
  key: lawyers.id,
  // With `ids`, people who have left are included, since articles still name them.
  visibleWhere: ({ firmId }, { ids }) =>
    and(eq(lawyers.firmId, firmId), ids ? undefined : and(eq(lawyers.status, 1), isNull(lawyers.deletedAt)))!,
  search: nameCondition,
  order: (_, { keyword }) => [...(keyword ? [rankOf(keyword)] : []), sql`${lawyers.namePinyin}`],
  columns: {},
  sorts: { name: lawyers.namePinyin },
  conditions: {},
})

export const authorHandlers: Handlers<typeof resource.calls> = { page: list.listing }
