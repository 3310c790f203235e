import { and, eq, gte, inArray, lt } from 'drizzle-orm'

import type { logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { type LogDiff, logs } from '../../db/tables.ts'
import { phraseIn, translateText } from '../../services/settings/languages.ts'
import { isWordedIn, readableRow, valueText } from './rows.ts'

type Row = { targetType: string | null; diff: LogDiff }

/** One change per line, such as `职位：律师 → 合伙人`. */
const changesOf = ({ language }: Context, row: Row) => {
  const lines = row.diff.map(({ field, label, ...values }) => {
    const [before, after] = [values.before, values.after].map(value =>
      isWordedIn(row, field) ? translateText(language, valueText(value)) : valueText(value),
    )
    return phraseIn(language, '%{label}：%{before} → %{after}', {
      label: translateText(language, label),
      before,
      after,
    })
  })
  return lines.join('\n')
}

/**
 * Rows of the log for the export: with the changes, as far as the caller may read them, and with values that
 * only the record page shows.
 */
export const exportLogRows: NonNullable<Handlers<typeof resource.calls>['getPageList']['inFile']> = async (
  rows,
  context,
) => {
  const { db, firmId } = context
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  // Excludes most partitions. The times of the rows have no fractions of milliseconds here.
  const times = rows.map(row => new Date(row.createdAt).getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const inPeriod = and(gte(logs.createdAt, new Date(first)), lt(logs.createdAt, new Date(last + 1)))
  const extraRows = await db
    .select({ id: logs.id, diff: logs.diff, device: logs.device, requestId: logs.requestId })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), inArray(logs.id, ids), inPeriod))
  const extraColumns = new Map(extraRows.map(row => [row.id, row]))
  return rows.map(row => {
    const { diff = [], device = '', requestId = '' } = extraColumns.get(row.id) ?? {}
    const readable = readableRow(context, { ...row, diff })
    return { ...row, device, requestId, changes: changesOf(context, readable) }
  })
}
