import { eq } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { logHeads } from '../../db/tables.ts'
import { addAnchor } from '../../process/auditSeal.ts'

/** The hash of each firm's last anchor, by database. */
const anchoredHashes = new WeakMap<Database, Map<number, string>>()

/** Writes the end of a firm's log to a file outside the database if it has changed. */
export const anchorLog = async (database: Database, firmId: number): Promise<void> => {
  const known = anchoredHashes.get(database) ?? new Map<number, string>()
  anchoredHashes.set(database, known)
  const [head] = await database.read(firmId, db =>
    db.select().from(logHeads).where(eq(logHeads.firmId, firmId)),
  )
  if (!head || known.get(firmId) === head.hash) return
  await addAnchor({ at: new Date().toISOString(), firmId, seq: head.seq, hash: head.hash })
  known.set(firmId, head.hash)
}
