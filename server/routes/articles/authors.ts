import { and, eq, isNull, or, sql } from 'drizzle-orm'

import { authors as resource } from '../../../resources/articles/authors.ts'
import { folded } from '../../../resources/kit/index.ts'
import { lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { containingIn, literal } from '../../records/search.ts'

/** By name, pinyin or initials; never by the mobile, which is not for everybody. */
const named = (keyword: string) => {
  const start = `${literal(folded(keyword))}%`
  return or(
    containingIn(sql`${lawyers.name}`, keyword),
    sql`lower(${lawyers.namePinyin}) like ${start}`,
    sql`lower(${lawyers.nameInitials}) like ${start}`,
  )!
}

const list = listOf(resource.calls.page, {
  table: lawyers,
  key: lawyers.id,
  // Those who left keep their name where an article has it.
  visibleWhere: ({ firmId }, { ids }) =>
    and(eq(lawyers.firmId, firmId), ids ? undefined : and(eq(lawyers.status, 1), isNull(lawyers.deletedAt)))!,
  search: named,
  order: [sql`${lawyers.namePinyin}`],
  columns: {},
  sorts: { name: lawyers.namePinyin },
  conditions: {},
})

export const authorHandlers: Handlers<typeof resource.calls> = { page: list.page }
