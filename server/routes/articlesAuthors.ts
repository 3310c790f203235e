import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import type { authors as resource } from '../../resources/articles/authors.ts'
import { lawyers } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, literal, offsetOf, ordering, pageAnswer } from '../page.ts'

const byPinyin = { name: lawyers.namePinyin }

/** By name, pinyin or initials; never by the mobile, which is not for everybody. Left people keep their name. */
export const authorHandlers: Handlers<typeof resource.calls> = {
  page: async (query, { db, firmId }) => {
    const { ids, keyword } = query
    const text = `${literal((keyword ?? '').toLowerCase())}%`
    const where = and(
      eq(lawyers.firmId, firmId),
      ids ? inArray(lawyers.id, ids) : and(eq(lawyers.status, 1), isNull(lawyers.deletedAt)),
      keyword
        ? or(
            sql`${lawyers.name} like ${`%${text}`}`,
            sql`lower(${lawyers.namePinyin}) like ${text}`,
            sql`lower(${lawyers.nameInitials}) like ${text}`,
          )
        : undefined,
    )
    const records = await db
      .select({ id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId })
      .from(lawyers)
      .where(where)
      .orderBy(...ordering(query, byPinyin, [sql`${lawyers.namePinyin}`], lawyers.id))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    return pageAnswer(records, await countUpTo(db, sql`from ${lawyers} where ${where}`), query)
  },
}
