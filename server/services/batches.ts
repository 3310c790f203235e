import type { Context } from '../context/context.ts'
import { batches } from '../db/tables.ts'

/** The number under which the rows of one call are found together. */
export const createBatch = async ({ db, firmId, now, caller }: Context, kind: string, count: number) => {
  const [batch] = await db
    .insert(batches)
    .values({ firmId, kind, count, createdAt: now, createdByName: caller.name })
    .returning({ id: batches.id })
  return batch!.id
}
