import { and, asc, eq, inArray, lte, notExists, notInArray } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { files, fileUses } from '../../db/tables.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { append } from '../audit/audit.ts'
import { enqueue } from '../jobs/queue.ts'

// An upload that broke off is removed, and so is a file that no row names any more (db/rules/fileUses.ts). Its row goes first,
// and the file in the storage by a job of the same transaction, which is tried until the storage answers.

/** Most files that one run handles; the next run, a minute later, takes the rest. */
const most = 500
/** Tries of a removal. With growing pauses they last about two weeks, since a bucket may be unreachable for days. */
const maxAttempts = 25

type Turn = { db: Db; firmId: number; now: Date }

/** Marks the files of accounts that are about to be deleted for the clean-up; files that a row still uses stay. */
export const suspectFilesOf = async (
  { db, firmId, now }: Turn,
  population: Population,
  ids: readonly number[],
) => {
  const own = and(eq(files.ownerPopulation, population), inArray(files.ownerId, [...ids]))
  await db
    .update(files)
    .set({ sweepAt: now })
    .where(and(eq(files.firmId, firmId), own))
}

/**
 * Deletes the rows of suspected files that nothing names; answers their paths. They are locked before their uses are looked for:
 * a row that is being written with one of them holds it by its foreign key, and is passed over until it is committed.
 */
const deleteUnused = async ({ db, firmId, now }: Turn): Promise<string[]> => {
  const due = await db
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.firmId, firmId), lte(files.sweepAt, now)))
    .orderBy(asc(files.path))
    .limit(most)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const suspects = and(
    eq(files.firmId, firmId),
    inArray(
      files.path,
      due.map(({ path }) => path),
    ),
  )!
  const uses = db
    .select({ path: fileUses.path })
    .from(fileUses)
    .where(and(eq(fileUses.firmId, files.firmId), eq(fileUses.path, files.path)))
  const deleted = await db
    .delete(files)
    .where(and(suspects, notExists(uses)))
    .returning({ path: files.path })
  const gone = deleted.map(({ path }) => path)
  // What is used is looked at again when a row stops naming it.
  if (gone.length < due.length)
    await db
      .update(files)
      .set({ sweepAt: null })
      .where(and(suspects, notInArray(files.path, gone)))
  return gone
}

/**
 * Removes what nothing names from the database, with a row of the log, and leaves the storage to a job; answers how much.
 */
export const runFileSweep = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const gone = await deleteUnused({ db, firmId, now })
    if (gone.length === 0) return 0
    await enqueue(db, 'removeFiles', { paths: gone }, { maxAttempts })
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    await append(db, origin, [
      {
        module: 13,
        action: 'purge',
        batchCount: gone.length,
        diff: [{ field: 'path', label: '文件', before: gone.join('、'), after: null, masked: 0 }],
        reason: '没有内容再使用的文件，或没有完成的上传',
        isAutomatic: true,
      },
    ])
    return gone.length
  })

/** Removes files whose rows are gone. One that fails keeps no other from being removed, and lets the job run again. */
export const removeFiles = async (storage: Services['storage'], paths: readonly string[]): Promise<void> => {
  const failures: unknown[] = []
  for (const path of paths)
    await storage.remove(path).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${paths.length} files could not be removed`, {
      cause: failures[0],
    })
}
