import { and, asc, eq } from 'drizzle-orm'

import type { Database } from '../../../db/connection/open.ts'
import { logHeads, logs } from '../../../db/tables.ts'
import { allAnchors, type Anchor } from '../../../process/anchors.ts'
import { keyName, sealOf } from '../../../process/auditSeal.ts'
import { createQueue } from '../../limits/concurrency.ts'
import { formatGaps, verifyAudit } from '../../audit/auditChain.ts'

/** The firm's anchors with a valid signature, and the number of lines that are none. */
const anchorsOf = async (firmId: number) => {
  const anchors: Anchor[] = []
  let damaged = 0
  for await (const anchor of allAnchors()) {
    if (!anchor) damaged += 1
    else if (anchor.firmId === firmId) anchors.push(anchor)
  }
  return { anchors, damaged }
}

const endsOf = (database: Database, firmId: number) =>
  database.read(firmId, async db => {
    const [first] = await db
      .select({ seq: logs.seq, hash: logs.hash, at: logs.createdAt })
      .from(logs)
      .where(and(eq(logs.firmId, firmId)))
      .orderBy(asc(logs.seq))
      .limit(1)
    const [head] = await db.select().from(logHeads).where(eq(logHeads.firmId, firmId))
    return { first: first ?? null, head: head ?? null }
  })

/** One log at a time is verified, since each takes a connection for as long as it is read. */
const inProofQueue = createQueue({
  running: 1,
  waiting: 100,
  sentence: retryAfter => `当前校验的日志较多，请${retryAfter}秒后再试`,
})

/** Verifies the firm's whole log against itself and against the anchors outside the database. */
export const chainProof = async (database: Database, firmId: number) => {
  const { anchors, damaged } = await anchorsOf(firmId)
  const { first, head } = await endsOf(database, firmId)
  const verified = await inProofQueue(() => database.read(firmId, db => verifyAudit(db, firmId, anchors)))
  const seal = sealOf()
  return {
    first,
    head,
    checked: verified.checked,
    expired: verified.expired,
    unsigned: verified.plain,
    foreignKeys: verified.others.map(({ key, rows }) => `${key}（${formatGaps(rows)}）`),
    brokenAt: formatGaps(verified.broken),
    keyName: seal ? keyName(seal) : null,
    anchors: { count: anchors.length, damaged, last: anchors.at(-1) ?? null },
  }
}
export type ChainProof = Awaited<ReturnType<typeof chainProof>>
