import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { maskMiddle } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import { admins } from '../../db/tables.ts'
import { notFound } from '../../context/apiError.ts'
import type { Admin } from '../../services/admins/rules.ts'
import { scopeCondition } from '../../records/scope.ts'
import { lockKey, lockLimits } from '../../services/limits/counters.ts'

/**
 * 锁定 is not stored in the row; it follows from the sign-in counters. These are looked up for all administrators of the firm,
 * not for a row: they are of the installation, and may be on another server than the firm.
 */
export const isLocked = ({ firmId, now }: Context) => {
  const keyOf = (id: SQL | typeof admins.id) => sql`${lockKey(firmId, 1, '#')} || ${id}`
  return sql`${keyOf(admins.id)} in (select counters.key from counters
    where counters.key = any(array(select ${keyOf(sql`person.id`)} from admins as person where person.firm_id = ${firmId}))
    and (counters.blocked_until > ${now.toISOString()} or counters.total >= ${lockLimits.mostInRow}))`
}

/** 正常 and 停用 as stored, 锁定 from the counters. */
export const statusOf = (context: Context) =>
  sql<0 | 1 | 2>`case when ${admins.status} = 1 and ${isLocked(context)} then 2 else ${admins.status} end`

/** The operator's accounts are created by command and visible to the operator only. */
export const visibleAdmins = (context: Context): SQL =>
  and(
    scopeCondition(context, { firm: admins.firmId, office: admins.organizationId }),
    isNull(admins.deletedAt),
    context.caller.isSystem ? undefined : eq(admins.isSystem, 0),
  )!

type AccountNames = { account: string | null; mobile: string }

/** An account name that equals the mobile is masked with it. */
export const maskedAccount = ({ account, mobile }: AccountNames) =>
  account === mobile ? maskMiddle(account) : account

export const withMaskedAdminMobile = <R extends AccountNames>(row: R): R => ({
  ...row,
  mobile: maskMiddle(row.mobile),
  account: maskedAccount(row),
})

export const findAdmin = async (context: Context, id: number): Promise<Admin> => {
  const [row] = await context.db
    .select()
    .from(admins)
    .where(and(visibleAdmins(context), eq(admins.id, id)))
  if (!row) throw notFound()
  return row
}

export const adminTarget = ({ id, name, organizationId }: Pick<Admin, 'id' | 'name' | 'organizationId'>) => ({
  type: 'admins',
  id,
  name,
  organizationId,
})
