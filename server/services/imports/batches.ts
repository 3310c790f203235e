import { and, eq, exists, inArray, sql } from 'drizzle-orm'

import { actorOf } from '../../context/actor.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { batches, batchRecords, lawyers } from '../../db/tables.ts'

type Outcome = { source: 1 | 2 | 3; created: number; failed: number }

/** Creates a batch and returns its id, by which the rows of one call are found together. */
export const createBatch = async (
  { db, firmId, now, caller }: Context,
  kind: string,
  count: number,
  outcome?: Outcome,
) => {
  const [batch] = await db
    .insert(batches)
    .values({
      firmId,
      kind,
      count,
      createdAt: now,
      createdBy: actorOf(caller),
      createdByName: caller.name,
      organizationId: caller.organizationId,
      ...outcome,
    })
    .returning({ id: batches.id })
  return batch!.id
}

/** Adds to the count of the caller's own batch; throws 4040 for anybody else's. */
export const increaseBatchCount = async ({ db, firmId, caller }: Context, id: number, count: number) => {
  const isOwn = db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.batchId, id), eq(lawyers.createdBy, actorOf(caller))))
  const [batch] = await db
    .update(batches)
    .set({ count: sql`${batches.count} + ${count}` })
    .where(and(eq(batches.firmId, firmId), eq(batches.id, id), exists(isOwn)))
    .returning({ id: batches.id })
  if (!batch) throw notFound()
}

/** Records how many rows of a batch, or of a part of it, were created and failed. */
export const recordOutcome = ({ db, firmId }: Context, id: number, { source, created, failed }: Outcome) =>
  db
    .update(batches)
    .set({
      source,
      created: sql`${batches.created} + ${created}`,
      failed: sql`${batches.failed} + ${failed}`,
    })
    .where(and(eq(batches.firmId, firmId), eq(batches.id, id)))

export const recordUndone = ({ db, firmId, now }: Context, id: number) =>
  db
    .update(batches)
    .set({ undoneAt: now })
    .where(and(eq(batches.firmId, firmId), eq(batches.id, id)))

/** Adds records of a plain entity to a batch. */
export const addBatchRecords = async (
  { db, firmId }: Context,
  { batchId, kind, recordIds }: { batchId: number; kind: string; recordIds: readonly number[] },
) => {
  await db.insert(batchRecords).values(recordIds.map(recordId => ({ firmId, batchId, kind, recordId })))
}

/** Takes removed records out of their batch. */
export const dropBatchRecords = ({ db, firmId }: Context, kind: string, recordIds: readonly number[]) =>
  db
    .delete(batchRecords)
    .where(
      and(
        eq(batchRecords.firmId, firmId),
        eq(batchRecords.kind, kind),
        inArray(batchRecords.recordId, [...recordIds]),
      ),
    )
