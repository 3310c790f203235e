import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import type { logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import { logs, messages } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { exactLimit } from '../../db/lists/estimate.ts'
import { offsetOf } from '../../db/lists/source.ts'
import {
  newestFirst,
  ordering,
  pageAnswer,
  selectIds,
  selectPage,
  type Sorting,
  totalFor,
} from '../../records/page.ts'
import { notFound } from '../../context/apiError.ts'
import { exportLogRows } from './export.ts'
import {
  ownLogConditions,
  filterConditions,
  type LogFilters,
  isSearch,
  isWordedIn,
  columns,
  type LogQuery,
  readableRow,
  visibleLogs,
  rowColumns,
  unreadableDiff,
  valueText,
} from './rows.ts'
import { ownMessages } from '../../services/messages/messages.ts'
import { securityOf } from '../../services/settings/systemConfig.ts'

type Calls = typeof resource.calls

const selectionOf = (context: Context) => ({ ...rowColumns, diff: unreadableDiff(context) })
type Asked = { reasons: readonly SQL[]; asked: SQL | undefined; order: readonly SQL[]; query: LogQuery }

/** Each reason is followed along its own index as far as it is needed: with an OR of them all rows would be read. */
const isFirst = ({ reasons, asked, order }: Omit<Asked, 'query'>, most: number) => {
  const firstIds = (reason: SQL) =>
    sql`(select ${logs.id} from ${logs} where ${and(reason, asked)} order by ${sql.join([...order], sql`, `)} limit ${most})`
  return sql`${logs.id} in (${sql.join(reasons.map(firstIds), sql` union all `)})`
}

const rowsOf = (context: Context, all: Asked) => {
  const { order, query } = all
  return context.db
    .select(selectionOf(context))
    .from(logs)
    .where(isFirst(all, offsetOf(query) + query.pageSize + 1))
    .orderBy(...order)
    .limit(query.pageSize + 1)
    .offset(offsetOf(query))
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const pageOfReasons = async (context: Context, all: Asked) => {
  const { reasons, asked, query } = all
  const records = await rowsOf(context, all)
  // Each row counts for the first reason it is there.
  const counted = reasons.map((reason, at) => {
    const isNew = reasons.slice(0, at).map(earlier => sql`(${earlier}) is not true`)
    return sql`(select 1 from ${logs} where ${and(reason, asked, ...isNew)} limit ${exactLimit + 1})`
  })
  const from = sql`from (${sql.join(counted, sql` union all `)}) as found`
  const guessed = sql`from ${logs} where ${and(or(...reasons), asked)}`
  const total = await totalFor(
    context,
    logs,
    { from: from, estimateFrom: guessed, isSearch: isSearch(query) },
    records.length,
    query,
  )
  return pageAnswer(records, total, query)
}

const orderOf = (query: Sorting) =>
  ordering(query, { createdAt: logs.createdAt }, [newestFirst(logs.createdAt)], logs.id)

const idsOf =
  (visible: (context: Context) => SQL[]) =>
  async (query: LogFilters & Sorting, context: Context, most: number) => {
    const reasons = visible(context)
    const asked = filterConditions(context, query)
    const order = orderOf(query)
    const where = reasons.length === 1 ? and(...reasons, asked)! : isFirst({ reasons, asked, order }, most)
    return selectIds(context.db, { table: logs, key: logs.id, where, order }, most)
  }

/** One page of rows that are visible for one reason or another. */
const pageOf = (visible: (context: Context) => SQL[]) => async (query: LogQuery, context: Context) => {
  const reasons = visible(context)
  const asked = filterConditions(context, query)
  const order = orderOf(query)
  const source = {
    columns: selectionOf(context),
    table: logs,
    key: logs.id,
    where: and(...reasons, asked)!,
    isSearch: isSearch(query),
    order,
  }
  const page =
    reasons.length === 1
      ? await selectPage<Row>(context, source, query)
      : await pageOfReasons(context, { reasons, asked, order, query })
  return { ...page, records: page.records.map(row => readableRow(context, row)) }
}

const one: Handlers<Calls>['one'] = async ({ id }, context) => {
  const [row] = await context.db
    .select(columns)
    .from(logs)
    .where(and(or(...visibleLogs(context), ...ownLogConditions(context)), eq(logs.id, id)))
  if (!row) throw notFound()
  const readable = readableRow(context, row)
  const diff = readable.diff.map(change => ({
    ...change,
    before: valueText(change.before),
    after: valueText(change.after),
    ...(isWordedIn(row, change.field) && { isWorded: 1 as const }),
  }))
  return { ...readable, diff }
}

const reach: Handlers<Calls>['reach'] = async (_, { db, firmId, services }) => {
  const [oldest] = await db
    .select({ createdAt: logs.createdAt })
    .from(logs)
    .where(eq(logs.firmId, firmId))
    .orderBy(logs.seq)
    .limit(1)
  const { logMonths } = await securityOf(db, firmId)
  return {
    since: oldest?.createdAt.toISOString() ?? null,
    months: logMonths ?? services.installation.logMonths,
  }
}

/** How many messages of the caller have this status: the badge of the header. */
const count: Handlers<Calls>['msg.count'] = ({ status }, context) =>
  context.db.$count(messages, and(ownMessages(context), eq(messages.status, status)))

export const logHandlers: Handlers<Calls> = {
  getPageList: { page: pageOf(ownLogConditions), ids: idsOf(ownLogConditions), inFile: exportLogRows },
  getAdminLogPageList: { page: pageOf(visibleLogs), ids: idsOf(visibleLogs), inFile: exportLogRows },
  reach,
  one,
  'msg.count': count,
}
