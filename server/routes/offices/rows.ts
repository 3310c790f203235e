import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { selectRows } from '../../db/lists/select.ts'
import { offices } from '../../db/tables.ts'
import { wholeRow } from '../../records/columns.ts'
import { scopeCondition } from '../../records/scope.ts'

export type StoredOffice = typeof offices.$inferSelect

export const visibleOffices = (context: Context): SQL =>
  and(
    scopeCondition(context, { firm: offices.firmId, office: offices.organizationId }),
    isNull(offices.deletedAt),
  )!

export const isVisibleOffice = (context: Context, organizationId: number): SQL =>
  and(visibleOffices(context), eq(offices.organizationId, organizationId))!

const selectOffice = async (context: Context, organizationId: number, lock = sql``) => {
  const where = isVisibleOffice(context, organizationId)
  const [office] = await selectRows<StoredOffice>(
    context.db,
    wholeRow(offices),
    sql`from ${offices} where ${where}${lock}`,
  )
  return office
}

export const findOffice = async (context: Context, organizationId: number) => {
  const office = await selectOffice(context, organizationId)
  if (!office) throw notFound()
  return office
}

/**
 * Locks an office in the caller's scope until the transaction ends. An office that is closed or disabled is locked
 * `for update`: nobody is assigned to it meanwhile (services/directory/references.ts). The target of a closing allows
 * new assignments but cannot be closed or disabled itself.
 */
export const lockOffice = (
  context: Context,
  organizationId: number,
  strength: 'update' | 'no key update',
): Promise<StoredOffice | undefined> => selectOffice(context, organizationId, sql.raw(` for ${strength}`))
