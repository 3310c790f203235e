import { and, asc, desc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'

import { admins as resource } from '../../resources/admins.ts'
import type { Context } from '../context.ts'
import { admins, offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, offsetOf, ordering, pageAnswer, searching } from '../page.ts'
import { missing } from '../refusal.ts'
import { main } from './adminsMain.ts'
import { columnsFor, isLocked, reach, withMaskedMobile } from './adminsRows.ts'
import { add, firmAccessUserUpdate, remove } from './adminsWrite.ts'

const { name, officeLevel, status, lastLoginAt, createdAt } = admins
const sortColumns = { name, officeLevel, status, lastLoginAt, createdAt }

const hasStatus = (context: Context, wanted: 0 | 1 | 2 | undefined) => {
  if (wanted === undefined) return undefined
  if (wanted === 0) return eq(admins.status, 0)
  return and(eq(admins.status, 1), wanted === 2 ? isLocked(context) : not(isLocked(context)))
}

export const adminHandlers: Handlers<typeof resource.calls> = {
  pageList: async (query, context) => {
    const { keyword, ids, organizationId, officeLevel: level } = query
    const where = and(
      reach(context),
      searching(admins.search, keyword),
      ids && inArray(admins.id, ids),
      organizationId ? eq(admins.organizationId, organizationId) : undefined,
      level ? eq(admins.officeLevel, level) : undefined,
      hasStatus(context, query.status),
    )
    const byDefault = [asc(admins.officeLevel)]
    const records = await context.db
      .select(columnsFor(context))
      .from(admins)
      .where(where)
      .orderBy(...ordering(query, sortColumns, byDefault, admins.id))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    const total = await countUpTo(context.db, sql`from ${admins} where ${where}`)
    return pageAnswer(records.map(withMaskedMobile), total, query)
  },

  one: async ({ id }, context) => {
    const [row] = await context.db
      .select(columnsFor(context))
      .from(admins)
      .where(and(reach(context), eq(admins.id, id)))
    if (!row) throw missing()
    // Who may change the number has to see it; others look at it only.
    return context.caller.capabilities.has('admin.edit') ? row : withMaskedMobile(row)
  },

  add,
  firmAccessUserUpdate,
  remove,
  main,

  adminQueryByLawyer: (_, { caller, db, firmId }) =>
    db
      .select({
        name: admins.name,
        officeLevel: admins.officeLevel,
        organizationName: offices.name,
        // The office's number: the administrator's own is what he signs in with.
        phone: sql<string | null>`${offices.phone} ->> 0`,
        email: admins.email,
        isMain: offices.isMain,
      })
      .from(admins)
      .innerJoin(offices, eq(offices.organizationId, admins.organizationId))
      .where(
        and(
          eq(admins.firmId, firmId),
          isNull(admins.deletedAt),
          eq(admins.isSystem, 0),
          eq(admins.status, 1),
          eq(admins.isContact, 1),
          or(eq(admins.organizationId, caller.organizationId), eq(offices.isMain, 1)),
        ),
      )
      .orderBy(
        desc(eq(admins.organizationId, caller.organizationId)),
        asc(admins.officeLevel),
        asc(admins.id),
      ),
}
