import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'

import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import { admins, offices } from '../../db/tables.ts'
import { invalid, ApiError, wrongState } from '../../context/apiError.ts'
import { enabledAdmins } from './enabled.ts'
import { lockReferences } from '../directory/references.ts'

export type Admin = typeof admins.$inferSelect

type AdminPlace = { organizationId: number; officeLevel: OfficeLevel }

const forbidden = (message: string) =>
  new ApiError('4030', message, { need: 'admin.edit', scope: 'own-office' })

/** A branch's main administrator manages the branch's sub-administrators only. */
export const checkMayManage = ({ caller }: Context, { officeLevel }: Pick<Admin, 'officeLevel'>) => {
  if (caller.officeLevel === 3 && officeLevel !== 4) throw forbidden('只能管理本所的子管理员')
}

/**
 * Nobody grants a higher level than their own (promise Q21); a main administrator of the main office is only
 * made by a transfer.
 */
const checkGrant = ({ caller }: Context, level: OfficeLevel) => {
  if (level === 1) throw forbidden('总所主管理员只能通过移交产生，请使用“设为主管理员”')
  if (caller.officeLevel !== 1 && level !== 4) throw forbidden('只能设置分所子管理员')
}

/**
 * Checks that the new office exists and that the level fits its kind; returns the names of the offices for
 * the log.
 */
export const checkAdminPlace = async (
  context: Context,
  { organizationId, officeLevel }: AdminPlace,
  previous?: AdminPlace,
) => {
  const { caller, db, firmId, scope } = context
  if (officeLevel !== previous?.officeLevel) checkGrant(context, officeLevel)
  await lockReferences(context, { offices: [organizationId] })
  const rows = await db
    .select({
      id: offices.organizationId,
      name: offices.name,
      isMain: offices.isMain,
      status: offices.status,
    })
    .from(offices)
    .where(
      and(
        eq(offices.firmId, firmId),
        inArray(offices.organizationId, [organizationId, previous?.organizationId ?? organizationId]),
        isNull(offices.deletedAt),
      ),
    )
  const office = rows.find(it => it.id === organizationId)
  const isNew = organizationId !== previous?.organizationId
  if (!office || (isNew && office.status !== 1) || (scope !== 'all' && office.id !== caller.organizationId))
    throw invalid({ organizationId: '请选择所属律所' })
  if ((office.isMain === 1) !== officeLevel <= 2)
    throw invalid({
      officeLevel: office.isMain ? '总所只能设总所主管理员或子管理员' : '分所只能设分所主管理员或子管理员',
    })
  return { organizationId: new Map(rows.map(it => [it.id, it.name])) }
}

type AdminIdentity = { account: string; mobile: string } & AdminPlace

/**
 * Account and mobile both identify a person at sign-in, so neither may equal another's account or mobile; and
 * an office has one main administrator. Checked here to name the field, before the unique index refuses.
 */
export const checkUniqueAdmin = async (
  { db, firmId }: Context,
  { account, mobile, organizationId, officeLevel }: AdminIdentity,
  except = 0,
) => {
  const names = [account.toLowerCase(), mobile]
  const isMain = sql`${officeLevel} = 3 and ${admins.officeLevel} = 3 and ${admins.organizationId} = ${organizationId}`
  const rows = await db
    .select({ account: admins.account, mobile: admins.mobile })
    .from(admins)
    .where(
      and(
        eq(admins.firmId, firmId),
        isNull(admins.deletedAt),
        ne(admins.id, except),
        sql`(${inArray(sql`lower(${admins.account})`, names)} or ${inArray(admins.mobile, names)} or ${isMain})`,
      ),
    )
  const isTaken = (name: string) =>
    rows.some(row => row.mobile === name || row.account.toLowerCase() === name.toLowerCase())
  if (isTaken(mobile)) throw invalid({ mobile: '该手机号已存在' })
  if (isTaken(account)) throw invalid({ account: '该登录账号已存在' })
  if (rows.length > 0) throw invalid({ officeLevel: '该律所已有主管理员，请使用“设为主管理员”' })
}

/**
 * At least one enabled main administrator must remain (promise Q21). Locks all of them, so that of two who
 * remove each other the second sees what the first did.
 */
export const keepMainAdmin = async ({ db, firmId }: Context, leaving: Admin) => {
  if (leaving.officeLevel !== 1 || leaving.status !== 1) return
  const rows = await db
    .select({ id: admins.id })
    .from(admins)
    .where(and(enabledAdmins(firmId), eq(admins.officeLevel, 1)))
    .orderBy(asc(admins.id))
    .for('update')
  if (rows.every(it => it.id === leaving.id))
    throw wrongState(leaving.status, [], '这是最后一位总所主管理员，请先移交')
}
