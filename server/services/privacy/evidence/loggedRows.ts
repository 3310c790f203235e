import { and, asc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'

import type { LogAction } from '../../../../resources/domain/logVocabulary.ts'
import { momentOfFirm } from '../../../../resources/kit/firmTime.ts'
import type { Database } from '../../../db/connection/open.ts'
import { logs, offices, privacyRequests } from '../../../db/tables.ts'

const DAY_MS = 24 * 3_600_000
/** Rows that one statement reads. */
const portionSize = 500

/** Days in the firm's time zone, both included. */
export type Period = { from: string; to: string }

const boundsOf = ({ from, to }: Period) => ({
  start: momentOfFirm(from),
  end: new Date(momentOfFirm(to).getTime() + DAY_MS),
})

type Source = { database: Database; firmId: number; period: Period }

/** Log rows of these actions within the period, in their order and in portions. */
export async function* loggedRows({ database, firmId, period }: Source, actions: readonly LogAction[]) {
  const { start, end } = boundsOf(period)
  for (let after = 0; ;) {
    const rows = await database.read(firmId, db =>
      db
        .select({
          id: logs.id,
          seq: logs.seq,
          createdAt: logs.createdAt,
          action: logs.action,
          operatorType: logs.operatorType,
          operatorId: logs.operatorId,
          operatorName: logs.operatorName,
          officeLevel: logs.officeLevel,
          targetName: logs.targetName,
          summary: logs.summary,
          reason: logs.reason,
          count: logs.batchCount,
        })
        .from(logs)
        .where(
          and(
            eq(logs.firmId, firmId),
            inArray(logs.action, [...actions]),
            gte(logs.createdAt, start),
            lt(logs.createdAt, end),
            gt(logs.seq, after),
          ),
        )
        .orderBy(asc(logs.seq))
        .limit(portionSize),
    )
    if (rows.length > 0) yield rows
    if (rows.length < portionSize) return
    after = rows.at(-1)!.seq
  }
}
export type LoggedRow = Awaited<
  ReturnType<typeof loggedRows> extends AsyncGenerator<infer R> ? R : never
>[number]

/** Requests that were asked, answered or open within the period, in portions. */
export async function* requestsIn({ database, firmId, period }: Source) {
  const { start, end } = boundsOf(period)
  for (let after = 0; ;) {
    const rows = await database.read(firmId, db =>
      db
        .select({
          id: privacyRequests.id,
          name: privacyRequests.name,
          office: offices.name,
          kind: privacyRequests.kind,
          status: privacyRequests.status,
          createdAt: privacyRequests.createdAt,
          dueAt: privacyRequests.dueAt,
          answeredAt: privacyRequests.answeredAt,
          answeredByName: privacyRequests.answeredByName,
        })
        .from(privacyRequests)
        .innerJoin(
          offices,
          and(eq(offices.firmId, firmId), eq(offices.organizationId, privacyRequests.organizationId)),
        )
        .where(
          and(
            eq(privacyRequests.firmId, firmId),
            lt(privacyRequests.createdAt, end),
            sql`coalesce(${privacyRequests.answeredAt}, 'infinity') >= ${start.toISOString()}::timestamptz`,
            gt(privacyRequests.id, after),
          ),
        )
        .orderBy(asc(privacyRequests.id))
        .limit(portionSize),
    )
    if (rows.length > 0) yield rows
    if (rows.length < portionSize) return
    after = rows.at(-1)!.id
  }
}
export type RequestRow = Awaited<
  ReturnType<typeof requestsIn> extends AsyncGenerator<infer R> ? R : never
>[number]

/** How often records of each kind were deleted for good within the period, and when last. */
export const purgesIn = ({ database, firmId, period }: Source) => {
  const { start, end } = boundsOf(period)
  return database.read(firmId, db =>
    db
      .select({
        targetType: logs.targetType,
        action: logs.action,
        count: sql<number>`count(*)::int`,
        lastAt: sql<string>`max(${logs.createdAt})`,
      })
      .from(logs)
      .where(
        and(
          eq(logs.firmId, firmId),
          inArray(logs.action, ['purge', 'expire']),
          gte(logs.createdAt, start),
          lt(logs.createdAt, end),
        ),
      )
      .groupBy(logs.targetType, logs.action),
  )
}
