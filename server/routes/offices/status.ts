import { and, eq, isNull, type SQL } from 'drizzle-orm'

import { offices as resource } from '../../../resources/offices/index.ts'
import type { Context } from '../../context/context.ts'
import { offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { lockOffice } from './lock.ts'

type Office = typeof offices.$inferSelect

const findOffice = async ({ db }: Context, where: SQL): Promise<Office> => {
  const [row] = await db.select().from(offices).where(where)
  if (!row) throw notFound()
  return row
}

/**
 * 启用 and 停用 (docs/domain.md §4). Cards of a disabled office are not public.
 */
export const setOfficeStatus: Handlers<typeof resource.calls>['status'] = async (
  { organizationId, status: newStatus, version },
  context,
) => {
  const scope = scopeCondition(context, { firm: offices.firmId, office: offices.organizationId })
  const where = and(scope, eq(offices.organizationId, organizationId), isNull(offices.deletedAt))!
  const current = await findOffice(context, where)
  if (current.isMain === 1 && newStatus === 0) throw wrongState(current.status, [1], '总所不能停用')
  // Nobody is assigned to the office while it is disabled (services/directory/references.ts).
  if (newStatus === 0) await lockOffice(context, organizationId, 'update')
  // An outdated version is reported before a wrong state, since the caller has not seen the present state.
  if (current.version === version && current.status === newStatus)
    throw wrongState(current.status, [1 - newStatus])
  const change = { where, current, version, patch: { status: newStatus }, fields: resource.fields }
  const answer = await updateVersioned(context, offices, change)
  await log(context, {
    module: 2,
    action: newStatus === 1 ? 'enable' : 'disable',
    target: { type: 'offices', id: organizationId, name: current.name, organizationId },
    diff: diffOf(resource.fields, current, { status: newStatus }),
  })
  return answer
}
