import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'

import { exportedFields, logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import { logHeads, logs, offices } from '../../db/tables.ts'
import { ownTransaction } from '../../context/handlers.ts'
import { latest } from '../../records/page.ts'
import { countUpTo } from '../../db/counts.ts'
import { sayIn, tellIn } from '../../services/languages.ts'
import { exportList } from '../../services/listExport.ts'
import { filterConditions, columns, type Filters, isWordedIn, readableRow, valueText } from './rows.ts'

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** A time to the last digit, which an ISO text cut to milliseconds is not. */
const exactly = sql<string>`${logs.createdAt}::text`

/** The rows after one, in the list's order: the latest first, of the same time by their ids. */
const rowsOf = (
  context: Context,
  where: SQL | undefined,
  after: { at: string; id: number } | null,
  size: number,
) =>
  context.db
    .select({ ...columns, at: exactly })
    .from(logs)
    .where(
      and(
        where,
        after ? sql`${logs.createdAt} <= ${after.at}::timestamptz` : undefined,
        after ? sql`(${logs.createdAt} < ${after.at}::timestamptz or ${logs.id} > ${after.id})` : undefined,
      ),
    )
    .orderBy(latest(logs.createdAt), logs.id)
    .limit(size)

/** `职位:律师 → 合伙人`, a line each. */
const changesOf = ({ language }: Context, row: Row) => {
  const lines = row.diff.map(({ field, label, ...values }) => {
    const [before, after] = [values.before, values.after].map(value =>
      isWordedIn(row, field) ? tellIn(language, valueText(value)) : valueText(value),
    )
    return sayIn(language, '%{label}：%{before} → %{after}', {
      label: tellIn(language, label),
      before,
      after,
    })
  })
  return lines.join('\n')
}

const namesFor = async ({ firmId }: Context, db: Context['db']) => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(eq(offices.firmId, firmId))
  const organizationId = new Map(rows.map(row => [row.id, row.name]))
  return { organizationId, targetOrgId: organizationId }
}

/** Up to here: the export's own row, and what is written meanwhile, is not in the file. */
const headOf = async (db: Context['db'], firmId: number) => {
  const [head] = await db.select({ seq: logHeads.seq }).from(logHeads).where(eq(logHeads.firmId, firmId))
  return head?.seq ?? 0
}

/** The list of these visible rows as a file. */
export const exportOf = (visible: (context: Context) => SQL[]) =>
  ownTransaction(async (query: Filters, context: Context) => {
    const bounded = await context.database.read(context.firmId, async db => {
      const last = await headOf(db, context.firmId)
      const reasons = visible(context)
      const { asked } = await filterConditions({ ...context, db }, reasons, query)
      return and(or(...reasons), asked, lte(logs.seq, last))
    })
    return exportList(context, {
      title: '重要日志',
      columns: exportedFields,
      filters: resource.calls.getAdminLogPageList.filters,
      query,
      names: db => namesFor(context, db),
      count: async (db, most) => countUpTo(db, sql`from ${logs} where ${bounded}`, most),
      rows: async (db, after: (Row & { changes: string }) | null, size) =>
        (await rowsOf({ ...context, db }, bounded, after, size)).map(found => {
          const row = readableRow(context, found)
          return { ...row, changes: changesOf(context, row) }
        }),
    })
  })
