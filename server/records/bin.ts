import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { binDays } from '../../resources/kit/index.ts'
import { updatedColumns, type VersionedTable } from '../context/actor.ts'
import { ApiError, notFound } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { type LogEntry, log } from '../services/audit/audit.ts'
import type { Bin } from '../services/jobs/purge.ts'

const isoTime = (text: string) => new Date(text).toISOString()

type Removed = { deletedAt: PgColumn }

/** The time at which a row was removed, and the time at which the purge job deletes it for good. */
export const removalColumns = ({ deletedAt }: Removed) => ({
  deletedAt: sql<string>`${deletedAt}`.mapWith(isoTime),
  purgeAt: sql<string>`${deletedAt} + make_interval(days => ${sql.raw(String(binDays))})`.mapWith(isoTime),
})

type BinTable = VersionedTable & Record<'firmId' | 'deletedAt' | 'deletedBy', PgColumn>

/** The columns that restore a row, the answer of the call, and the change for the log. */
type Restoration<T extends PgTable, O> = {
  columns: Partial<T['$inferInsert']>
  answer: (row: T['$inferSelect']) => O
  diff?: LogEntry['diff']
}

type Rules<T extends BinTable, I, O> = {
  /** Condition for the removed rows that the caller may reach. */
  removedWhere: (context: Context) => SQL
  /** Takes the locks that precede the row's own in the lock order (lawyer, card, article). */
  lockOwner?: (context: Context, id: number) => Promise<unknown>
  /** Throws, with advice to the user, where something prevents the restoration. */
  restoration: (context: Context, row: T['$inferSelect'], input: I) => Promise<Restoration<T, O>>
  /** Updates other tables and sends notifications after the restoration. */
  restored?: (context: Context, before: T['$inferSelect'], after: T['$inferSelect']) => Promise<unknown>
  checkPurge?: (context: Context, row: T['$inferSelect']) => Promise<void>
}

/**
 * Handlers that restore a row from the bin or delete it for good: under its lock, with a new version and a
 * log row.
 */
export const binHandlers = <T extends BinTable, I extends { id: number }, O>(
  { table, key, module, target, lock, held, destroy }: Bin<T>,
  { removedWhere, lockOwner, restoration, restored, checkPurge }: Rules<T, I, O>,
) => {
  type Row = T['$inferSelect']

  const find = async (context: Context, id: number) => {
    await lockOwner?.(context, id)
    const where = and(removedWhere(context), isNotNull(table.deletedAt), eq(key, id))!
    const [row] = await lock(context.db, where)
    if (!row) throw notFound()
    return row
  }

  const restore = async (input: I, context: Context): Promise<O> => {
    const before = await find(context, input.id)
    const { columns, answer, diff = [] } = await restoration(context, before, input)
    const [after] = (await context.db
      .update(table as PgTable)
      .set({ ...columns, deletedAt: null, deletedBy: null, ...updatedColumns(context, table) } as never)
      .where(and(eq(table.firmId, context.firmId), eq(key, input.id)))
      .returning()) as Row[]
    await restored?.(context, before, after!)
    await log(context, { module, action: 'restore', target: target(after!), diff })
    return answer(after!)
  }

  const purge = async ({ id }: { id: number }, context: Context) => {
    const row = await find(context, id)
    await checkPurge?.(context, row)
    const isHeld = and(eq(table.firmId, context.firmId), eq(key, id), held(sql`${context.firmId}`))!
    if ((await lock(context.db, isHeld)).length > 0)
      throw new ApiError('4093', `${target(row).name}的资料正在保全，到期或解除之前不能彻底删除`)
    await destroy(context, [id])
    await log(context, { module, action: 'purge', target: target(row) })
    return {}
  }

  return { restore, purge }
}
