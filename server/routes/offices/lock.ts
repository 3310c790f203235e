import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { offices } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'

/**
 * Locks an office in the caller's scope until the transaction ends. An office that is closed or disabled is locked
 * `for update`: nobody is assigned to it meanwhile (services/directory/references.ts). The target of a closing allows
 * new assignments but cannot be closed or disabled itself.
 */
export const lockOffice = async (
  context: Context,
  organizationId: number,
  strength: 'update' | 'no key update',
) => {
  const scope = scopeCondition(context, { firm: offices.firmId, office: offices.organizationId })
  const [office] = await context.db
    .select()
    .from(offices)
    .where(and(scope, eq(offices.organizationId, organizationId), isNull(offices.deletedAt)))
    .for(strength)
  return office
}
