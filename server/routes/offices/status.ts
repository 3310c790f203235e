import { offices as resource } from '../../../resources/offices/index.ts'
import { offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { wrongState } from '../../context/apiError.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { findOffice, isVisibleOffice, lockOffice } from './rows.ts'

/**
 * 启用 and 停用 (docs/domain.md §4). Cards of a disabled office are not public.
 */
export const setOfficeStatus: Handlers<typeof resource.calls>['status'] = async (
  { organizationId, status: newStatus, version },
  context,
) => {
  const where = isVisibleOffice(context, organizationId)
  const current = await findOffice(context, organizationId)
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
