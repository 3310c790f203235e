import { and, eq, inArray, isNull } from 'drizzle-orm'

import { admins as resource } from '../../../resources/admins/index.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { admins, offices, sessions } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { notifyMainAdmin } from '../../notifications/offices.ts'
import { visibleAdmins, adminTarget } from './rows.ts'

type Levels = { main: OfficeLevel; sub: OfficeLevel }

const findCandidate = async (context: Context, id: number, organizationId: number) => {
  const [row] = await context.db
    .select({
      id: admins.id,
      name: admins.name,
      organizationId: admins.organizationId,
      officeLevel: admins.officeLevel,
      status: admins.status,
      isMain: offices.isMain,
      officeName: offices.name,
    })
    .from(admins)
    .innerJoin(
      offices,
      and(eq(offices.firmId, admins.firmId), eq(offices.organizationId, admins.organizationId)),
    )
    .where(and(visibleAdmins(context), eq(admins.id, id), eq(admins.organizationId, organizationId)))
  if (!row) throw notFound()
  return row
}

/** Changes a level if it is still the expected one. */
const setLevel = async (
  context: Context,
  admin: { id?: number; organizationId: number },
  [from, to]: readonly [OfficeLevel, OfficeLevel],
) => {
  const [row] = await context.db
    .update(admins)
    .set({ officeLevel: to, ...updatedColumns(context, admins) })
    .where(
      and(
        visibleAdmins(context),
        eq(admins.organizationId, admin.organizationId),
        eq(admins.officeLevel, from),
        // The new main administrator must be enabled.
        admin.id === undefined ? undefined : and(eq(admins.id, admin.id), eq(admins.status, 1)),
        isNull(admins.deletedAt),
      ),
    )
    .returning({ id: admins.id, name: admins.name, organizationId: admins.organizationId })
  return row ?? null
}

const transferEntry = (
  admin: { id: number; name: string; organizationId: number },
  from: OfficeLevel,
  to: OfficeLevel,
) =>
  ({
    module: 3,
    action: 'transfer',
    target: adminTarget(admin),
    diff: diffOf(resource.fields, { officeLevel: from }, { officeLevel: to }),
  }) as const

/**
 * 移交主管理员: in the main office the caller steps down, in a branch its present main administrator does. The
 * former one is changed first, because a unique index allows one per office.
 */
export const transferMainAdmin: Handlers<typeof resource.calls>['main'] = async (
  { organizationId, firmAccessUserId },
  context,
) => {
  const { caller, db, firmId } = context
  const candidate = await findCandidate(context, firmAccessUserId, organizationId)
  const { main: mainLevel, sub }: Levels = candidate.isMain ? { main: 1, sub: 2 } : { main: 3, sub: 4 }
  if (candidate.status !== 1 || candidate.officeLevel !== sub)
    throw wrongState(candidate.officeLevel, [sub], '请选择启用中的子管理员')
  const formerCondition = { organizationId, ...(candidate.isMain && { id: caller.id }) }
  const formerAdmin = await setLevel(context, formerCondition, [mainLevel, sub])
  if (candidate.isMain && !formerAdmin)
    throw wrongState(caller.officeLevel, [1], '主管理员已变更，请刷新后重试')
  const promoted = await setLevel(context, { organizationId, id: candidate.id }, [sub, mainLevel])
  if (!promoted) throw wrongState(candidate.officeLevel, [sub], '该管理员的状态已变更，请刷新后重试')
  // A session keeps the level it began with, so it ends (promise Q14).
  const changedIds = [promoted.id, ...(formerAdmin ? [formerAdmin.id] : [])]
  await db
    .delete(sessions)
    .where(and(eq(sessions.firmId, firmId), eq(sessions.population, 1), inArray(sessions.userId, changedIds)))
  await notifyMainAdmin(context, {
    organizationId,
    officeName: candidate.officeName,
    adminId: promoted.id,
  })
  await log(
    context,
    transferEntry(promoted, sub, mainLevel),
    ...(formerAdmin ? [transferEntry(formerAdmin, mainLevel, sub)] : []),
  )
  return { organizationId, mainAdminId: promoted.id, formerAdminId: formerAdmin?.id ?? null }
}
