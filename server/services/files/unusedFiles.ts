import { and, asc, eq, inArray, lte, notExists, notInArray, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { files, fileUses } from '../../db/tables.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { activeFirms } from '../jobs/expireRows.ts'
import { enqueue } from '../jobs/queue.ts'

// Removes interrupted uploads and files that no row names any more (db/rules/fileUses.ts). The row is deleted
// first, and the file in the storage by a job of the same transaction, which is retried until the storage
// answers.

/** Files per run. */
const filesPerRun = 500
type SweepContext = { db: Db; firmId: number; now: Date }

/**
 * Marks the files of accounts that are about to be deleted for the clean-up; files that a row still uses
 * stay.
 */
export const markFilesOfAccounts = async (
  { db, firmId, now }: SweepContext,
  population: Population,
  ids: readonly number[],
) => {
  const isOwned = and(eq(files.ownerPopulation, population), inArray(files.ownerId, [...ids]))
  await db
    .update(files)
    .set({ sweepAt: now })
    .where(and(eq(files.firmId, firmId), isOwned))
}

/**
 * Deletes the rows of marked files without uses, and returns their paths. They are locked before their uses
 * are looked up: a file that a concurrent transaction is about to use is locked by that transaction's foreign
 * key, and skipped.
 */
const deleteUnused = async ({ db, firmId, now }: SweepContext): Promise<string[]> => {
  const markedFiles = await db
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.firmId, firmId), lte(files.sweepAt, now)))
    .orderBy(asc(files.path))
    .limit(filesPerRun)
    .for('update', { skipLocked: true })
  if (markedFiles.length === 0) return []
  const isMarked = and(
    eq(files.firmId, firmId),
    inArray(
      files.path,
      markedFiles.map(({ path }) => path),
    ),
  )!
  const uses = db
    .select({ path: fileUses.path })
    .from(fileUses)
    .where(and(eq(fileUses.firmId, files.firmId), eq(fileUses.path, files.path)))
  const deleted = await db
    .delete(files)
    .where(and(isMarked, notExists(uses)))
    .returning({ path: files.path })
  const deletedPaths = deleted.map(({ path }) => path)
  // Files in use lose the mark; they are marked again when a row stops naming them.
  if (deletedPaths.length < markedFiles.length)
    await db
      .update(files)
      .set({ sweepAt: null })
      .where(and(isMarked, notInArray(files.path, deletedPaths)))
  return deletedPaths
}

/** Deletes the rows of unused files, with a log row, and leaves the storage to a job; returns how many. */
export const runFileSweep = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const deletedPaths = await deleteUnused({ db, firmId, now })
    if (deletedPaths.length === 0) return 0
    await enqueue(db, 'removeFiles', { paths: deletedPaths })
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    await appendLogEntries(db, origin, [
      {
        module: 13,
        action: 'purge',
        batchCount: deletedPaths.length,
        diff: [{ field: 'path', label: '文件', before: deletedPaths.join('、'), after: null, masked: 0 }],
        reason: '没有内容再使用的文件，或没有完成的上传',
        isAutomatic: true,
      },
    ])
    return deletedPaths.length
  })

/** Deletes the unused files of all firms. */
export const sweepFiles = async (database: Database, now: Date): Promise<void> => {
  const isDue = sql`exists (select from files where files.firm_id = firms.firm_id
    and sweep_at <= ${now.toISOString()}::timestamptz)`
  const firmIds = await activeFirms(database, isDue)
  for (const firmId of firmIds) while ((await runFileSweep(database, firmId, now)) > 0) continue
}

/** Removes a file, and of a video also the pieces of an upload that was not completed. */
const removeFile = async (storage: Services['storage'], path: string): Promise<void> => {
  await storage.remove(path)
  const [, name] = /\/([0-9a-f]{32})\.mp4$/.exec(path) ?? []
  if (name !== undefined) await storage.partial(name).discard()
}

/**
 * Removes files from the storage whose rows were deleted. A failure does not keep other files from being removed,
 * and the job runs again.
 */
export const removeFiles = async (storage: Services['storage'], paths: readonly string[]): Promise<void> => {
  const failures: unknown[] = []
  for (const path of paths)
    await removeFile(storage, path).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${paths.length} files could not be removed`, {
      cause: failures[0],
    })
}
