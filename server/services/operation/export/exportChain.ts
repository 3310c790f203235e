import { and, asc, eq, gt } from 'drizzle-orm'

import type { Db } from '../../../db/connection/open.ts'
import { logs } from '../../../db/tables.ts'
import { allAnchors } from '../../../process/anchors.ts'
import { chainLine } from '../../audit/logChain.ts'
import { checkpointOf } from '../../audit/logExpiry.ts'

type End = { seq: number; hash: string }

export type ExportedChain = {
  rows: number
  /** The position before the first row if earlier rows have expired; otherwise 0 and an empty hash. */
  begin: End
  end: End
}

/** Rows kept in memory at a time. */
const BATCH_ROWS = 5_000

/**
 * Yields a line of JSON for each row of a firm's log: its position in the chain, its hash, and the hashed
 * text. Fills `chain` with the two ends and with the anchors between them.
 */
export const exportChain = async function* (
  db: Pick<Db, 'select'>,
  firmId: number,
  chain: { anchors: string[]; log?: ExportedChain },
): AsyncGenerator<string> {
  const expired = await checkpointOf(db, firmId)
  const begin = { seq: expired?.seq ?? 0, hash: expired?.hash ?? '' }
  const log = { rows: 0, begin, end: begin }
  for (;;) {
    const rows = await db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, firmId), gt(logs.seq, log.end.seq)))
      .orderBy(asc(logs.seq))
      .limit(BATCH_ROWS)
    for (const row of rows) {
      yield chainLine(row)
      log.end = { seq: row.seq, hash: row.hash }
      log.rows += 1
    }
    if (rows.length < BATCH_ROWS) break
  }
  chain.log = log
  for await (const anchor of allAnchors())
    if (anchor?.firmId === firmId && anchor.seq > begin.seq && anchor.seq <= log.end.seq)
      chain.anchors.push(`${JSON.stringify(anchor)}\n`)
}
