import { eq, type SQL, sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { logHeads } from '../../db/tables.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import { addAnchors } from '../../process/anchors.ts'

/** The hash of each firm's last anchor, by database. */
const anchoredHashes = new WeakMap<Database, Map<number, string>>()

/** Writes the ends of logs that have changed to a file outside the database. */
const anchorHeads = async (database: Database, which: SQL): Promise<void> => {
  const known = anchoredHashes.get(database) ?? new Map<number, string>()
  anchoredHashes.set(database, known)
  // One transaction, however many firms there are.
  const heads = await database.write(null, async db => {
    await readEveryFirm(db.$client)
    return db.select().from(logHeads).where(which).orderBy(logHeads.firmId)
  })
  const changed = heads.filter(({ firmId, hash }) => known.get(firmId) !== hash)
  const at = new Date().toISOString()
  await addAnchors(changed.map(head => ({ at, ...head })))
  for (const { firmId, hash } of changed) known.set(firmId, hash)
}

/** Writes the ends of all logs that have changed. */
export const anchorLogs = (database: Database): Promise<void> => anchorHeads(database, sql`true`)

/** Writes the end of a firm's log if it has changed. */
export const anchorLog = (database: Database, firmId: number): Promise<void> =>
  anchorHeads(database, eq(logHeads.firmId, firmId))
