import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import type { logs as resource } from '../../resources/logs.ts'
import type { Context } from '../context.ts'
import { logs, messages } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, offsetOf, ordering, pageAnswer } from '../page.ts'
import { missing } from '../refusal.ts'
import { exportOf } from './logsExport.ts'
import { about, columns, conditionOf, type Query, reach, rowColumns, valueText } from './logsRows.ts'
import { own as ownMessages } from './messages.ts'

type Calls = typeof resource.calls

const pageOf = (reached: (context: Context) => SQL) => async (query: Query, context: Context) => {
  const { db } = context
  const where = await conditionOf(db, reached(context), query)
  const records = await db
    .select(rowColumns)
    .from(logs)
    .where(where)
    .orderBy(...ordering(query, { createdAt: logs.createdAt }, [latest(logs.createdAt)], logs.id))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`from ${logs} where ${where}`), query)
}

const one: Handlers<Calls>['one'] = async ({ id }, context) => {
  const [row] = await context.db
    .select(columns)
    .from(logs)
    .where(and(or(reach(context), about(context)), eq(logs.id, id)))
  if (!row) throw missing()
  const diff = row.diff.map(it => ({ ...it, before: valueText(it.before), after: valueText(it.after) }))
  return { ...row, diff }
}

/** How many messages of the caller have this status: the badge of the header. */
const count: Handlers<Calls>['msg.count'] = ({ status }, context) =>
  context.db.$count(messages, and(ownMessages(context), eq(messages.status, status)))

export const logHandlers: Handlers<Calls> = {
  getPageList: pageOf(about),
  getAdminLogPageList: pageOf(reach),
  one,
  export: exportOf(reach),
  exportOwn: exportOf(about),
  'msg.count': count,
}
