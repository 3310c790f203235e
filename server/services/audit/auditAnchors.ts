import { eq } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { logHeads } from '../../db/tables.ts'
import { addAnchors } from '../../process/anchors.ts'

/** The hash of each firm's last anchor, by database. */
const anchoredHashes = new WeakMap<Database, Map<number, string>>()

/** Firms whose ends are written to the disk together. */
const batchFirms = 100

/** Writes the ends of these firms' logs that have changed to a file outside the database. */
export const anchorLogs = async (database: Database, firmIds: readonly number[]): Promise<void> => {
  const known = anchoredHashes.get(database) ?? new Map<number, string>()
  anchoredHashes.set(database, known)
  for (let start = 0; start < firmIds.length; start += batchFirms) {
    const changed: { firmId: number; seq: number; hash: string }[] = []
    for (const firmId of firmIds.slice(start, start + batchFirms)) {
      const [head] = await database.read(firmId, db =>
        db.select().from(logHeads).where(eq(logHeads.firmId, firmId)),
      )
      if (head && known.get(firmId) !== head.hash) changed.push({ firmId, seq: head.seq, hash: head.hash })
    }
    const at = new Date().toISOString()
    await addAnchors(changed.map(head => ({ at, ...head })))
    for (const { firmId, hash } of changed) known.set(firmId, hash)
  }
}

/** Writes the end of a firm's log to a file outside the database if it has changed. */
export const anchorLog = (database: Database, firmId: number): Promise<void> => anchorLogs(database, [firmId])
