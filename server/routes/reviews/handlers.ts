import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { type ReviewKind, reviewKinds, type reviews as resource } from '../../../resources/reviews.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { fromKeys } from '../../../resources/kit/index.ts'
import { countLimit } from '../../db/lists/counts.ts'
import { proposals } from '../../db/tables.ts'
import { isAssignedToCaller } from '../cards/waitingColumns.ts'
import { substituteHandlers } from './substitutes.ts'
import { reviewSummary } from './summary.ts'
import {
  type CountedKind,
  countedSources,
  type ReviewFacts,
  reviewFacts,
  type WaitingSource,
  waitingSources,
} from './waiting.ts'

type Calls = Handlers<typeof resource.calls>
type Row = Omit<
  z.input<(typeof resource.calls)['queue']['output']>['records'][number],
  'isOverdue' | 'since'
> & {
  since: Date
}
type Counts = z.input<(typeof resource.calls)['count']['output']>

const kinds: readonly CountedKind[] = [...reviewKinds.map(([kind]) => kind), 'transfer']
const noneWaiting = { all: 0, overdue: 0, oldest: null }
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Items submitted before this time are overdue. */
const dueBefore = ({ now }: Context, { slaHours }: ReviewFacts) => new Date(now.getTime() - slaHours * hourMs)

const overdueCondition = (waiting: WaitingSource, isOverdue: 0 | 1 | undefined, overdueBefore: Date): SQL => {
  const { where, since } = waiting
  const moment = sql`${overdueBefore.toISOString()}::timestamptz`
  if (isOverdue === undefined) return where
  return isOverdue ? sql`${where} and ${since} < ${moment}` : sql`${where} and ${since} >= ${moment}`
}

type QueuePage = {
  tokenId?: number | undefined
  isOverdue?: 0 | 1 | undefined
  isAssigned?: 0 | 1 | undefined
  pageNum: number
  pageSize: number
}

/** The rows of one kind that meet a condition. */
const narrowed = (sources: readonly WaitingSource[], only: ReviewKind, condition: () => SQL) =>
  sources
    .filter(({ kind }) => kind === only)
    .map(source => ({ ...source, where: and(source.where, condition())! }))

/** The tokens by which proposals wait; undefined where the caller decides about none. */
const originsIn = async ({ db }: Context, sources: readonly WaitingSource[]) => {
  const source = sources.find(({ kind }) => kind === 'proposal')
  if (!source) return undefined
  const { rows } = await db.execute<{ tokenId: number; name: string; count: number }>(
    sql`select ${proposals.tokenId} as "tokenId", max(${proposals.tokenName}) as name, count(*)::int as count
      from ${source.from} where ${source.where} group by 1 order by 1 limit 50`,
  )
  return rows.map(row => ({ ...row, tokenId: Number(row.tokenId) }))
}

/** Reads each kind along its own index, as far as the page needs. */
const pageOf = async (
  context: Context,
  allSources: readonly WaitingSource[],
  { isOverdue, isAssigned, tokenId, pageNum, pageSize }: QueuePage,
  overdueBefore: Date,
) => {
  // Only cards are assigned to somebody.
  const assigned = isAssigned ? narrowed(allSources, 'card', () => isAssignedToCaller(context)) : allSources
  const sources =
    tokenId === undefined ? assigned : narrowed(assigned, 'proposal', () => eq(proposals.tokenId, tokenId))
  if (sources.length === 0) return []
  const rowLimit = pageNum * pageSize
  const firstRows = sources.map(source => {
    const { kind, from, since, key, columns } = source
    return sql`(select ${kind}::text as kind, ${key} as id, ${since} as since, ${columns}
      from ${from} where ${overdueCondition(source, isOverdue, overdueBefore)} order by ${since}, ${key} limit ${rowLimit})`
  })
  const { rows } = await context.db
    .execute<Row>(sql`select * from (${sql.join(firstRows, sql` union all `)}) as waiting
    order by since, kind, id limit ${pageSize} offset ${rowLimit - pageSize}`)
  return rows
}

/** The numbers of waiting items of each kind, in one statement. */
const waitingCounts = async (
  { db }: Context,
  sources: readonly WaitingSource[],
  overdueBefore: Date,
): Promise<Counts> => {
  const countQueries = sources.map(source => {
    const { kind, from, where, since } = source
    const countSql = (rows: SQL) =>
      sql`(select count(*)::int from (select 1 from ${from} where ${rows} limit ${countLimit}) as counted)`
    return sql`select ${kind}::text as kind, ${countSql(where)} as "all", ${countSql(overdueCondition(source, 1, overdueBefore))} as overdue,
      (select ${since} from ${from} where ${where} order by ${since} limit 1) as oldest`
  })
  if (countQueries.length === 0) return fromKeys(kinds, () => noneWaiting)
  const { rows } = await db.execute<{ kind: CountedKind; all: number; overdue: number; oldest: Date | null }>(
    sql.join(countQueries, sql` union all `),
  )
  return fromKeys(kinds, kind => {
    const row = rows.find(it => it.kind === kind)
    return row
      ? { all: row.all, overdue: row.overdue, oldest: row.oldest && new Date(row.oldest).toISOString() }
      : noneWaiting
  })
}

const queue: Calls['queue'] = async ({ kind, ...page }, context) => {
  const facts = await reviewFacts(context)
  const overdueBefore = dueBefore(context, facts)
  const sources = waitingSources(context, facts)
  const chosenSources = sources.filter(it => kind === undefined || it.kind === kind)
  const rows = await pageOf(context, chosenSources, page, overdueBefore)
  const origins = kind === 'proposal' ? await originsIn(context, chosenSources) : undefined
  return {
    ...(origins && { origins }),
    records: rows.map(row => ({
      ...row,
      id: Number(row.id),
      lawyerId: row.lawyerId == null ? null : Number(row.lawyerId),
      organizationId: row.organizationId == null ? null : Number(row.organizationId),
      since: new Date(row.since).toISOString(),
      isOverdue: new Date(row.since) < overdueBefore ? 1 : 0,
    })),
    counts: await waitingCounts(context, countedSources(context, facts), overdueBefore),
    slaHours: facts.slaHours,
  }
}

const count = async (_: object, context: Context) => {
  const facts = await reviewFacts(context)
  return waitingCounts(context, countedSources(context, facts), dueBefore(context, facts))
}

/**
 * How many waiting items were submitted within the last 24 hours, and how many become overdue within the next
 * 24 hours, in one statement.
 */
const trendOf = async (
  { db, now }: Context,
  sources: readonly WaitingSource[],
  overdueBefore: Date,
): Promise<{ arrived: number; soon: number }> => {
  if (sources.length === 0) return { arrived: 0, soon: 0 }
  const at = (moment: number) => sql`${new Date(moment).toISOString()}::timestamptz`
  const [yesterday, limit, limitTomorrow] = [
    at(now.getTime() - dayMs),
    at(overdueBefore.getTime()),
    at(overdueBefore.getTime() + dayMs),
  ]
  const countSql = (rows: (waiting: WaitingSource) => SQL) =>
    sql.join(
      sources.map(
        source => sql`(select count(*)::int from (select 1 from ${source.from}
          where ${source.where} and ${rows(source)} limit ${countLimit}) as counted)`,
      ),
      sql` + `,
    )
  const { rows } = await db.execute<{ arrived: number; soon: number }>(sql`select
    ${countSql(({ since }) => sql`${since} >= ${yesterday}`)} as arrived,
    ${countSql(({ since }) => sql`${since} >= ${limit} and ${since} < ${limitTomorrow}`)} as soon`)
  return rows[0]!
}

const summary: Calls['summary'] = async (_, context) => {
  const facts = await reviewFacts(context)
  const [sources, overdueBefore] = [countedSources(context, facts), dueBefore(context, facts)]
  return {
    waiting: await waitingCounts(context, sources, overdueBefore),
    trend: await trendOf(context, sources, overdueBefore),
    ...(await reviewSummary(context)),
  }
}

export const reviewHandlers: Calls = { queue, count, summary, ...substituteHandlers }
