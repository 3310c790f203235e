import { and, eq, isNotNull, isNull } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { enqueue } from '../jobs/queue.ts'
import { operatorOrigin } from './operator.ts'

/** The answer to every call of a suspended firm, with or without a session. */
export const firmSuspendedError = () =>
  new ApiError('4031', '律所的服务已暂停，数据仍然保留，请联系系统运维人员')

/** Whether the operator has suspended the firm, whose jobs pause then. */
export const isSuspended = async (db: Db, firmId: number): Promise<boolean> => {
  const [firm] = await db
    .select({ suspendedAt: firms.suspendedAt })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  return firm !== undefined && firm.suspendedAt !== null
}

/**
 * Suspends or resumes a firm; returns false if it is already in that state, is being deleted or does not
 * exist.
 */
export const setSuspended = async (db: Db, firmId: number, suspendedAt: Date | null): Promise<boolean> => {
  const isInOtherState = suspendedAt ? isNull(firms.suspendedAt) : isNotNull(firms.suspendedAt)
  const [firm] = await db
    .update(firms)
    .set({ suspendedAt })
    .where(and(eq(firms.firmId, firmId), isInOtherState, isNull(firms.deletionStartedAt)))
    .returning({ name: firms.name })
  if (!firm) return false
  if (!suspendedAt) await enqueue(db, 'restoreJobs', {})
  const target = { type: 'firms', id: firmId, name: firm.name, organizationId: null }
  const action = suspendedAt ? 'disable' : 'enable'
  await appendLogEntries(db, operatorOrigin(firmId, action), [
    { module: 11, action, target, isAutomatic: true },
  ])
  return true
}
