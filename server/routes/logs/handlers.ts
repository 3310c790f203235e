import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import type { logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import { logs, messages } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { countLimit } from '../../db/lists/counts.ts'
import { offsetOf } from '../../db/lists/source.ts'
import {
  newestFirst,
  orderByClauses,
  pageAnswer,
  recentFirst,
  selectIds,
  selectPage,
  type Sorting,
  totalFor,
} from '../../records/page.ts'
import { notFound } from '../../context/apiError.ts'
import { exportLogRows } from './export.ts'
import {
  logAge,
  ownLogConditions,
  pageAge,
  filterConditions,
  type LogFilters,
  isWordedIn,
  logColumns,
  type LogQuery,
  readableRow,
  visibleLogs,
  rowColumns,
  unreadableDiff,
  valueText,
  isSearch,
} from './rows.ts'
import { ownMessages } from '../../services/messages/messages.ts'
import { securityOf } from '../../services/settings/systemConfig.ts'

type Calls = typeof resource.calls

const selectionOf = (context: Context) => ({ ...rowColumns, diff: unreadableDiff(context) })
type LogPageQuery = {
  reasons: readonly SQL[]
  asked: SQL | undefined
  order: readonly SQL[]
  query: LogQuery
}

/**
 * The first rows of each condition, read along its own index; an OR of the conditions would read all rows.
 * The primary key that finds the rows begins with the firm.
 */
const isAmongFirst = (
  { firmId }: Context,
  { reasons: conditions, asked: filterCondition, order }: Omit<LogPageQuery, 'query'>,
  maxIds: number,
) => {
  const firstIds = (reason: SQL) =>
    sql`(select ${logs.id} from ${logs} where ${and(reason, filterCondition)} order by ${sql.join([...order], sql`, `)} limit ${maxIds})`
  return and(
    eq(logs.firmId, firmId),
    sql`${logs.id} in (${sql.join(conditions.map(firstIds), sql` union all `)})`,
  )!
}

const rowsOf = (context: Context, pageQuery: LogPageQuery, condition?: SQL) => {
  const { reasons, order, query } = pageQuery
  const asked = and(pageQuery.asked, condition)
  const maxIds = offsetOf(query) + query.pageSize + 1
  return context.db
    .select(selectionOf(context))
    .from(logs)
    .where(and(isAmongFirst(context, { reasons, asked, order }, maxIds), condition))
    .orderBy(...order)
    .limit(query.pageSize + 1)
    .offset(offsetOf(query))
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const pageOfConditions = async (context: Context, pageQuery: LogPageQuery) => {
  const { reasons: conditions, asked: filterCondition, query } = pageQuery
  const age = pageAge(context, query)
  const records = await recentFirst(age, query.pageSize + 1, condition =>
    rowsOf(context, pageQuery, condition),
  )
  const countWhere = (condition?: SQL) => {
    // Each row is only counted for the first condition it meets.
    const countQueries = conditions.map((reason, at) => {
      const isNew = conditions.slice(0, at).map(earlier => sql`(${earlier}) is not true`)
      return sql`(select 1 from ${logs} where ${and(reason, filterCondition, condition, ...isNew)} limit ${countLimit + 1})`
    })
    return sql`from (${sql.join(countQueries, sql` union all `)}) as found`
  }
  const byAge = age && { recent: countWhere(age.recent), older: countWhere(age.older) }
  const countQuery = { from: countWhere(), isSearch: isSearch(query), byAge }
  return pageAnswer(records, await totalFor(context, countQuery, records.length, query), query)
}

const orderOf = (query: Sorting) =>
  orderByClauses(query, { createdAt: logs.createdAt }, [newestFirst(logs.createdAt)], logs.id)

const idsOf =
  (visible: (context: Context) => SQL[]) =>
  async (query: LogFilters & Sorting, context: Context, maxIds: number) => {
    const conditions = visible(context)
    const filterCondition = filterConditions(context, query)
    const order = orderOf(query)
    const where =
      conditions.length === 1
        ? and(...conditions, filterCondition)!
        : isAmongFirst(context, { reasons: conditions, asked: filterCondition, order }, maxIds)
    return selectIds(context.db, { table: logs, key: logs.id, where, order }, maxIds)
  }

/** One page of the rows that meet at least one of the conditions. */
const pageOf = (visible: (context: Context) => SQL[]) => async (query: LogQuery, context: Context) => {
  const conditions = visible(context)
  const filterCondition = filterConditions(context, query)
  const order = orderOf(query)
  const source = {
    columns: selectionOf(context),
    table: logs,
    key: logs.id,
    where: and(...conditions, filterCondition)!,
    isSearch: isSearch(query),
    order,
    age: pageAge(context, query),
  }
  const page =
    conditions.length === 1
      ? await selectPage<Row>(context, source, query)
      : await pageOfConditions(context, { reasons: conditions, asked: filterCondition, order, query })
  return { ...page, records: page.records.map(row => readableRow(context, row)) }
}

const one: Handlers<Calls>['one'] = async ({ id }, context) => {
  const [row] = await recentFirst(logAge(context.now), 1, condition =>
    context.db
      .select(logColumns)
      .from(logs)
      .where(and(or(...visibleLogs(context), ...ownLogConditions(context)), eq(logs.id, id), condition)),
  )
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

const getLogReach: Handlers<Calls>['reach'] = async (_, { db, firmId, services }) => {
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

/** The number of the caller's messages with this status, for the badge in the header. */
const countMessages: Handlers<Calls>['msg.count'] = ({ status }, context) =>
  context.db.$count(messages, and(ownMessages(context), eq(messages.status, status)))

export const logHandlers: Handlers<Calls> = {
  getPageList: { page: pageOf(ownLogConditions), ids: idsOf(ownLogConditions), inFile: exportLogRows },
  getAdminLogPageList: { page: pageOf(visibleLogs), ids: idsOf(visibleLogs), inFile: exportLogRows },
  reach: getLogReach,
  one,
  'msg.count': countMessages,
}
