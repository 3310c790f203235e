import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { masked } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { admins } from '../db/tables.ts'
import { missing } from '../refusal.ts'
import { within } from '../scope.ts'
import { lockKey, lockLimits } from '../services/counters.ts'
import { stampColumns } from '../stampColumns.ts'

export type Admin = typeof admins.$inferSelect

/** 锁定 is no state of the row: the sign-in counters know it. */
export const isLocked = ({ firmId, now }: Context) => sql`exists (select from counters
  where counters.key = ${lockKey(firmId, 1, '#')} || ${admins.id}
  and (counters.blocked_until > ${now.toISOString()} or counters.total >= ${lockLimits.mostInRow}))`

export const columnsFor = (context: Context) => ({
  id: admins.id,
  account: admins.account,
  name: admins.name,
  mobile: admins.mobile,
  email: admins.email,
  avatar: admins.avatar,
  organizationId: admins.organizationId,
  officeLevel: admins.officeLevel,
  isSystem: admins.isSystem,
  canAudit: admins.canAudit,
  canExport: admins.canExport,
  isContact: admins.isContact,
  status: sql<
    0 | 1 | 2
  >`case when ${admins.status} = 1 and ${isLocked(context)} then 2 else ${admins.status} end`,
  mustChangePwd: admins.mustChangePwd,
  lastLoginAt: sql<string | null>`${admins.lastLoginAt}`.mapWith((text: string) =>
    new Date(text).toISOString(),
  ),
  lastLoginIp: admins.lastLoginIp,
  remark: admins.remark,
  ...stampColumns(admins),
})

/** The operator's accounts are made by command and shown to the operator only. */
export const reach = (context: Context): SQL =>
  and(
    within(context, { firm: admins.firmId, office: admins.organizationId }),
    isNull(admins.deletedAt),
    context.caller.isSystem ? undefined : eq(admins.isSystem, 0),
  )!

type Named = { account: string; mobile: string }

/** An account that was left to be the mobile is masked with it. */
export const maskedAccount = ({ account, mobile }: Named) => (account === mobile ? masked(account) : account)

export const withMaskedMobile = <R extends Named>(row: R): R => ({
  ...row,
  mobile: masked(row.mobile),
  account: maskedAccount(row),
})

export const find = async (context: Context, id: number): Promise<Admin> => {
  const [row] = await context.db
    .select()
    .from(admins)
    .where(and(reach(context), eq(admins.id, id)))
  if (!row) throw missing()
  return row
}

export const target = ({ id, name, organizationId }: Pick<Admin, 'id' | 'name' | 'organizationId'>) => ({
  type: 'admins',
  id,
  name,
  organizationId,
})
