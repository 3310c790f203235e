import { eq } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { logHeads } from '../../db/tables.ts'
import { addAnchor } from '../../process/auditSeal.ts'

/** Where each firm's log had come to when it was last written down. */
const written = new WeakMap<Database, Map<number, string>>()

/** Writes the end of a firm's log down outside the database, where it has moved on. */
export const anchorLog = async (database: Database, firmId: number): Promise<void> => {
  const known = written.get(database) ?? new Map<number, string>()
  written.set(database, known)
  const [head] = await database.read(firmId, db =>
    db.select().from(logHeads).where(eq(logHeads.firmId, firmId)),
  )
  if (!head || known.get(firmId) === head.hash) return
  await addAnchor({ at: new Date().toISOString(), firmId, seq: head.seq, hash: head.hash })
  known.set(firmId, head.hash)
}
