import { and, eq, isNotNull, isNull } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { append } from '../audit/audit.ts'
import { operatorOf } from './operator.ts'

/** What every call of a suspended firm is answered, with a session and without. */
export const firmSuspended = () => new ApiError('4031', '律所的服务已暂停，数据仍然保留，请联系系统运维人员')

/** Whether the operator has suspended the firm: its jobs rest then. */
export const isSuspended = async (db: Db, firmId: number): Promise<boolean> => {
  const [firm] = await db
    .select({ suspendedAt: firms.suspendedAt })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  return firm !== undefined && firm.suspendedAt !== null
}

/** Suspends a firm or lets it go on; answers false where it is so already, is being deleted, or where there is no such firm. */
export const setSuspended = async (db: Db, firmId: number, suspendedAt: Date | null): Promise<boolean> => {
  const isOther = suspendedAt ? isNull(firms.suspendedAt) : isNotNull(firms.suspendedAt)
  const [firm] = await db
    .update(firms)
    .set({ suspendedAt })
    .where(and(eq(firms.firmId, firmId), isOther, isNull(firms.deletionStartedAt)))
    .returning({ name: firms.name })
  if (!firm) return false
  const target = { type: 'firms', id: firmId, name: firm.name, organizationId: null }
  const action = suspendedAt ? 'disable' : 'enable'
  await append(db, operatorOf(firmId, action), [{ module: 11, action, target, isAutomatic: true }])
  return true
}
