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
    .innerJoin(offices, eq(offices.organizationId, admins.organizationId))
    .where(and(visibleAdmins(context), eq(admins.id, id), eq(admins.organizationId, organizationId)))
  if (!row) throw notFound()
  return row
}

/** Changes a level where it is still the expected one. */
const setLevel = async (
  context: Context,
  who: { id?: number; organizationId: number },
  [from, to]: readonly [OfficeLevel, OfficeLevel],
) => {
  const [row] = await context.db
    .update(admins)
    .set({ officeLevel: to, ...updatedColumns(context, admins) })
    .where(
      and(
        visibleAdmins(context),
        eq(admins.organizationId, who.organizationId),
        eq(admins.officeLevel, from),
        // An office keeps an enabled main administrator through its transfer.
        who.id === undefined ? undefined : and(eq(admins.id, who.id), eq(admins.status, 1)),
        isNull(admins.deletedAt),
      ),
    )
    .returning({ id: admins.id, name: admins.name, organizationId: admins.organizationId })
  return row ?? null
}

const entry = (
  who: { id: number; name: string; organizationId: number },
  from: OfficeLevel,
  to: OfficeLevel,
) =>
  ({
    module: 3,
    action: 'transfer',
    target: adminTarget(who),
    diff: diffOf(resource.fields, { officeLevel: from }, { officeLevel: to }),
  }) as const

/**
 * 移交主管理员: of the main office the caller himself steps down, of a branch whoever is its main administrator. The
 * former goes first, because an office has one (a unique index says so).
 */
export const main: Handlers<typeof resource.calls>['main'] = async (
  { organizationId, firmAccessUserId },
  context,
) => {
  const { caller, db, firmId } = context
  const chosen = await findCandidate(context, firmAccessUserId, organizationId)
  const { main: mainLevel, sub }: Levels = chosen.isMain ? { main: 1, sub: 2 } : { main: 3, sub: 4 }
  if (chosen.status !== 1 || chosen.officeLevel !== sub)
    throw wrongState(chosen.officeLevel, [sub], '请选择启用中的子管理员')
  const stepping = { organizationId, ...(chosen.isMain && { id: caller.id }) }
  const former = await setLevel(context, stepping, [mainLevel, sub])
  if (chosen.isMain && !former) throw wrongState(caller.officeLevel, [1], '主管理员已变更，请刷新后重试')
  const promoted = await setLevel(context, { organizationId, id: chosen.id }, [sub, mainLevel])
  if (!promoted) throw wrongState(chosen.officeLevel, [sub], '该管理员的状态已变更，请刷新后重试')
  // A session carries the level it began with (promise Q14).
  const changed = [promoted.id, ...(former ? [former.id] : [])]
  await db
    .delete(sessions)
    .where(and(eq(sessions.firmId, firmId), eq(sessions.population, 1), inArray(sessions.userId, changed)))
  await notifyMainAdmin(context, {
    organizationId,
    officeName: chosen.officeName,
    adminId: promoted.id,
  })
  await log(context, entry(promoted, sub, mainLevel), ...(former ? [entry(former, mainLevel, sub)] : []))
  return { organizationId, mainAdminId: promoted.id, formerAdminId: former?.id ?? null }
}
