import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { authors as resource } from '../../../resources/articles/authors.ts'
import { searchForms } from '../../../resources/kit/index.ts'
import { lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { unindexedContains, escapeLike } from '../../records/search.ts'

const startsWith = (column: PgColumn, form: string) => sql`lower(${column}) like ${`${escapeLike(form)}%`}`

/** Searches by name, pinyin or initials; not by mobile, which not everybody may see. */
const nameCondition = (keyword: string) =>
  or(
    unindexedContains(sql`${lawyers.name}`, keyword),
    ...searchForms(keyword).flatMap(form => [
      startsWith(lawyers.namePinyin, form),
      startsWith(lawyers.nameInitials, form),
    ]),
  )!

/** Ranks like the client's own search (src/fields/comboBox/nameRank.ts), since only the first results are offered. */
const rankOfForm = (form: string) => sql`case
    when lower(${lawyers.name}) = ${form} or lower(${lawyers.namePinyin}) = ${form} then 0
    when ${startsWith(lawyers.name, form)} then 1
    when lower(${lawyers.name}) like ${`%${escapeLike(form)}%`} then 2
    when ${startsWith(lawyers.namePinyin, form)} then 3
    else 4 end`

const rankOf = (keyword: string) => sql`least(${sql.join(searchForms(keyword).map(rankOfForm), sql`, `)}, 4)`

const list = listOf(resource.calls.page, {
  table: lawyers,
  key: lawyers.id,
  // With `ids`, people who have left are included, since articles still name them.
  visibleWhere: ({ firmId }, { ids }) =>
    and(eq(lawyers.firmId, firmId), ids ? undefined : and(eq(lawyers.status, 1), isNull(lawyers.deletedAt)))!,
  search: nameCondition,
  order: (_, { keyword }) => [...(keyword ? [rankOf(keyword)] : []), sql`${lawyers.nameSort}`],
  columns: {},
  sorts: { name: lawyers.nameSort },
  conditions: {},
})

export const authorHandlers: Handlers<typeof resource.calls> = { page: list.listing }
