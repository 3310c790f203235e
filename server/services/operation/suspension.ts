import { eq } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'

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
