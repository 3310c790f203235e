import { and, eq, inArray, isNull, isNotNull, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { firmTables } from '../../db/rules/firmTables.ts'
import { bindToFirm } from '../../db/rules/rules.ts'
import { files, firms } from '../../db/tables.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { deletionDiff, installationLog } from '../audit/deletedFirms.ts'
import { removeLog, shortenLog } from '../audit/logExpiry.ts'
import { heldNames } from '../holds/holds.ts'
import { removeFiles } from '../files/unusedFiles.ts'
import { removeInPortions } from '../jobs/expireRows.ts'
import { operatorOrigin } from './operator.ts'

// A firm is deleted in portions, each in a transaction of its own. An interrupted deletion leaves the firm
// suspended with its remaining data, and the same command continues it.

/** Files that are removed from the storage before their rows are deleted. */
const MAX_FILES_PER_PORTION = 500

/**
 * These tables are deleted together at the end: until then the firm exists, keeps its host names, its log
 * can be verified, and a running server does not forward the whole log again.
 */
const lastTables: readonly string[] = ['hosts', 'logs', 'log_heads', 'log_forwards', 'firms']

type Deletion = {
  /** The login that owns the tables, the only one that may delete log rows. */
  owner: Database
  storage: Services['storage']
  firmId: number
  now: Date
}

const useInstallationNumber = (db: Db) => bindToFirm(db.$client, installationLog)

const countRows = async (db: Db, firmId: number) => {
  const counts: Record<string, number> = {}
  for (const name of await firmTables(db.$client)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where firm_id = ${firmId}`,
    )
    if (rows[0]!.count > 0) counts[name] = rows[0]!.count
  }
  return counts
}

/** Marks the firm as being deleted, once, and records its row counts in the log of the installation. */
const markForDeletion = ({ owner, firmId, now }: Deletion): Promise<boolean> =>
  owner.write(firmId, async db => {
    const [firm] = await db
      .update(firms)
      .set({ deletionStartedAt: now })
      .where(and(eq(firms.firmId, firmId), isNotNull(firms.suspendedAt), isNull(firms.deletionStartedAt)))
      .returning({ name: firms.name })
    if (!firm) return false
    const counts = await countRows(db, firmId)
    await useInstallationNumber(db)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await appendLogEntries(db, operatorOrigin(installationLog, 'delete-firm'), [
      {
        module: 2,
        action: 'delete',
        target: { type: 'firms', id: firmId, name: firm.name, organizationId: null },
        summary: `开始删除律所【${firm.name}】（编号${firmId}），共${total}行数据`,
        diff: Object.entries(counts).map(([name, count]) => ({
          field: name,
          label: name,
          before: count,
          after: null,
          masked: 0,
        })),
        batchCount: total,
        isAutomatic: true,
      },
    ])
    return true
  })

/** Removes files from the storage before their rows, since a file without a row could not be found again. */
const deleteFiles = async ({ owner, storage, firmId }: Deletion): Promise<number> => {
  const own = eq(files.firmId, firmId)
  const rows = await owner.read(firmId, db =>
    db.select({ path: files.path }).from(files).where(own).limit(MAX_FILES_PER_PORTION),
  )
  const paths = rows.map(({ path }) => path)
  if (paths.length === 0) return 0
  await removeFiles(storage, paths)
  await owner.write(firmId, db => db.delete(files).where(and(own, inArray(files.path, paths))))
  return paths.length
}

const deleteRows = async (deletion: Deletion): Promise<void> => {
  const { owner, firmId } = deletion
  const names = await owner.read(firmId, db => firmTables(db.$client))
  for (const name of names.filter(table => !lastTables.includes(table))) {
    if (name === 'files') while ((await deleteFiles(deletion)) > 0) continue
    await removeInPortions(owner, firmId, { table: name, where: sql`true`, held: 'checked before' })
  }
}

/** Counters of limits and failures, whose keys contain account names and mobile numbers. */
const deleteCounters = ({ owner, firmId }: Deletion) =>
  removeInPortions(owner, null, {
    table: 'counters',
    held: 'technical',
    where: sql`key ~ ${`^[a-zA-Z]+:${firmId}(:|$)`}`,
  })

/**
 * Deletes the last rows and the firm itself and writes the row in the log of the installation, in one
 * transaction.
 */
const deleteRemainder = ({ owner, firmId }: Deletion): Promise<void> =>
  owner.write(firmId, async db => {
    const [firm] = await db.select({ name: firms.name }).from(firms).where(eq(firms.firmId, firmId))
    const end = await removeLog(db, firmId)
    for (const name of await firmTables(db.$client)) {
      if (name !== 'logs')
        await db.execute(sql`delete from ${sql.identifier(name)} where firm_id = ${firmId}`)
    }
    const left = Object.keys(await countRows(db, firmId))
    if (left.length > 0) throw new Error(`rows of firm ${firmId} are left: ${left.join(', ')}`)
    await useInstallationNumber(db)
    await appendLogEntries(db, operatorOrigin(installationLog, 'delete-firm'), [
      {
        module: 2,
        action: 'purge',
        target: { type: 'firms', id: firmId, name: firm!.name, organizationId: null },
        summary: `删除了律所【${firm!.name}】（编号${firmId}）的全部数据`,
        diff: deletionDiff(end ?? { seq: 0, hash: '' }),
        isAutomatic: true,
      },
    ])
  })

/** Something of the firm is held, so that nothing of it may be deleted. */
export class FirmIsHeld extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`held, and not to be deleted: ${names.join()}`)
    this.names = names
  }
}

/** Deletes a suspended firm with its files and its log; returns false if the firm is not suspended, and throws `FirmIsHeld`. */
export const deleteFirm = async (deletion: Deletion): Promise<boolean> => {
  const { owner, firmId, now } = deletion
  const names = await owner.read(firmId, db => heldNames(db, firmId))
  if (names.length > 0) throw new FirmIsHeld(names)
  const isBegun = await markForDeletion(deletion)
  const [firm] = await owner.read(firmId, db => db.select().from(firms).where(eq(firms.firmId, firmId)))
  if (!isBegun && !firm?.deletionStartedAt) return false
  await deleteRows(deletion)
  await deleteCounters(deletion)
  await shortenLog(owner, firmId, now)
  await deleteRemainder(deletion)
  return true
}
