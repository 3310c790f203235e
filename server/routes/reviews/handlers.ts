import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { reviewKinds, type reviews as resource } from '../../../resources/reviews.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { fromKeys } from '../../../resources/kit/index.ts'
import { countLimit } from '../../db/lists/counts.ts'
import { reviewSummary } from './summary.ts'
import {
  type CountedKind,
  countedFor,
  type ReviewFacts,
  reviewFacts,
  type Waiting,
  waitingFor,
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
const none = { all: 0, overdue: 0, oldest: null }
const hour = 3_600_000
const day = 24 * hour

/** What was handed in before this is overdue. */
const dueBefore = ({ now }: Context, { slaHours }: ReviewFacts) => new Date(now.getTime() - slaHours * hour)

const within = (waiting: Waiting, isOverdue: 0 | 1 | undefined, due: Date): SQL => {
  const { where, since } = waiting
  const moment = sql`${due.toISOString()}::timestamptz`
  if (isOverdue === undefined) return where
  return isOverdue ? sql`${where} and ${since} < ${moment}` : sql`${where} and ${since} >= ${moment}`
}

type Page = { isOverdue?: 0 | 1 | undefined; pageNum: number; pageSize: number }

/** Each kind is followed along its own index as far as the page needs. */
const pageOf = async (
  { db }: Context,
  sources: readonly Waiting[],
  { isOverdue, pageNum, pageSize }: Page,
  due: Date,
) => {
  if (sources.length === 0) return []
  const most = pageNum * pageSize
  const first = sources.map(it => {
    const { kind, from, since, key, columns } = it
    return sql`(select ${kind}::text as kind, ${key} as id, ${since} as since, ${columns}
      from ${from} where ${within(it, isOverdue, due)} order by ${since}, ${key} limit ${most})`
  })
  const { rows } = await db.execute<Row>(sql`select * from (${sql.join(first, sql` union all `)}) as waiting
    order by since, kind, id limit ${pageSize} offset ${most - pageSize}`)
  return rows
}

/** How many of each kind wait, in one statement. */
const waitingCounts = async ({ db }: Context, sources: readonly Waiting[], due: Date): Promise<Counts> => {
  const counted = sources.map(it => {
    const { kind, from, where, since } = it
    const number = (rows: SQL) =>
      sql`(select count(*)::int from (select 1 from ${from} where ${rows} limit ${countLimit}) as counted)`
    return sql`select ${kind}::text as kind, ${number(where)} as "all", ${number(within(it, 1, due))} as overdue,
      (select ${since} from ${from} where ${where} order by ${since} limit 1) as oldest`
  })
  if (counted.length === 0) return fromKeys(kinds, () => none)
  const { rows } = await db.execute<{ kind: CountedKind; all: number; overdue: number; oldest: Date | null }>(
    sql.join(counted, sql` union all `),
  )
  return fromKeys(kinds, kind => {
    const row = rows.find(it => it.kind === kind)
    return row
      ? { all: row.all, overdue: row.overdue, oldest: row.oldest && new Date(row.oldest).toISOString() }
      : none
  })
}

const queue: Calls['queue'] = async ({ kind, ...page }, context) => {
  const facts = await reviewFacts(context)
  const due = dueBefore(context, facts)
  const sources = waitingFor(context, facts)
  const wanted = sources.filter(it => kind === undefined || it.kind === kind)
  const rows = await pageOf(context, wanted, page, due)
  return {
    records: rows.map(row => ({
      ...row,
      id: Number(row.id),
      lawyerId: row.lawyerId == null ? null : Number(row.lawyerId),
      organizationId: Number(row.organizationId),
      since: new Date(row.since).toISOString(),
      isOverdue: new Date(row.since) < due ? 1 : 0,
    })),
    counts: await waitingCounts(context, countedFor(context, facts), due),
    slaHours: facts.slaHours,
  }
}

const count = async (_: object, context: Context) => {
  const facts = await reviewFacts(context)
  return waitingCounts(context, countedFor(context, facts), dueBefore(context, facts))
}

/** Of what waits: handed in within the last 24 hours, and overdue within the next 24; in one statement. */
const trendOf = async (
  { db, now }: Context,
  sources: readonly Waiting[],
  due: Date,
): Promise<{ arrived: number; soon: number }> => {
  if (sources.length === 0) return { arrived: 0, soon: 0 }
  const at = (moment: number) => sql`${new Date(moment).toISOString()}::timestamptz`
  const [yesterday, limit, limitTomorrow] = [
    at(now.getTime() - day),
    at(due.getTime()),
    at(due.getTime() + day),
  ]
  const number = (rows: (waiting: Waiting) => SQL) =>
    sql.join(
      sources.map(
        source => sql`(select count(*)::int from (select 1 from ${source.from}
          where ${source.where} and ${rows(source)} limit ${countLimit}) as counted)`,
      ),
      sql` + `,
    )
  const { rows } = await db.execute<{ arrived: number; soon: number }>(sql`select
    ${number(({ since }) => sql`${since} >= ${yesterday}`)} as arrived,
    ${number(({ since }) => sql`${since} >= ${limit} and ${since} < ${limitTomorrow}`)} as soon`)
  return rows[0]!
}

const summary: Calls['summary'] = async (_, context) => {
  const facts = await reviewFacts(context)
  const [sources, due] = [countedFor(context, facts), dueBefore(context, facts)]
  return {
    waiting: await waitingCounts(context, sources, due),
    trend: await trendOf(context, sources, due),
    ...(await reviewSummary(context)),
  }
}

export const reviewHandlers: Calls = { queue, count, summary }
