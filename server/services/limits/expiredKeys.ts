import { and, eq, lt } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { idempotencyKeys } from '../../db/tables.ts'

/** Clients repeat a request within minutes (promise Q47). */
const lifeMs = 24 * 3_600_000

/** Deletes the answers that were stored for repetitions, after a day. */
export const runKeyExpiry = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const expired = lt(idempotencyKeys.createdAt, new Date(now.getTime() - lifeMs))
    const { rowCount } = await db
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.firmId, firmId), expired))
    return rowCount ?? 0
  })
