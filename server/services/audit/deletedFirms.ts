import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'

import type { Db } from '../../db/connection/open.ts'
import { type LogDiff, logs } from '../../db/tables.ts'
import type { Anchor } from '../../process/anchors.ts'

/** The firm number of the installation's own log, which no firm has. */
export const installationLog = 0

const endShape = z.object({ seq: z.int().min(0), hash: z.string() })
type EndOfLog = z.output<typeof endShape>

const labels = { seq: '日志最后的序号', hash: '其校验值' } as const

/** The end of a firm's log at its deletion, stored as the diff of a log row. */
export const deletionDiff = (end: EndOfLog): LogDiff =>
  (['seq', 'hash'] as const).map(field => ({
    field,
    label: labels[field],
    before: end[field],
    after: null,
    masked: 0,
  }))

type DeletedFirm = EndOfLog & { firmId: number; name: string; deletedAt: Date }

/**
 * The firms whose deletion is complete, according to the log of the installation. Requires a transaction with
 * the installation's number.
 */
export const deletedFirms = async (db: Pick<Db, 'select'>): Promise<DeletedFirm[]> => {
  const rows = await db
    .select({ firmId: logs.targetId, name: logs.targetName, diff: logs.diff, deletedAt: logs.createdAt })
    .from(logs)
    .where(and(eq(logs.firmId, installationLog), eq(logs.targetType, 'firms'), eq(logs.action, 'purge')))
    .orderBy(asc(logs.seq))
  return rows.map(({ firmId, name, diff, deletedAt }) => {
    const values = Object.fromEntries(diff.map(({ field, before }) => [field, before]))
    return { ...endShape.parse(values), firmId: firmId!, name: name!, deletedAt }
  })
}

/**
 * Contradictions to the recorded end of a deleted firm's log: the numbers of remaining rows and of anchors
 * that do not match.
 */
export const logContradictions = async (
  db: Pick<Db, 'select'>,
  { firmId, seq, hash }: DeletedFirm,
  anchors: readonly Anchor[],
): Promise<number[]> => {
  const rows = await db.select({ seq: logs.seq }).from(logs).where(eq(logs.firmId, firmId)).limit(1_000)
  const wrong = anchors.filter(
    anchor => anchor.firmId === firmId && (anchor.seq > seq || (anchor.seq === seq && anchor.hash !== hash)),
  )
  return [...new Set([...rows, ...wrong].map(row => row.seq))]
}
