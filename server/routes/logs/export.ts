import { and, eq, inArray } from 'drizzle-orm'

import type { logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { type LogDiff, logs } from '../../db/tables.ts'
import { sayIn, tellIn } from '../../services/settings/languages.ts'
import { isWordedIn, readableRow, valueText } from './rows.ts'

type Row = { targetType: string | null; diff: LogDiff }

/** `职位：律师 → 合伙人`, a line each. */
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

/** Rows of the log with what changed, as far as the caller may read it, and with what a page leaves to the record. */
export const exportLogRows: NonNullable<Handlers<typeof resource.calls>['getPageList']['inFile']> = async (
  rows,
  context,
) => {
  const { db, firmId } = context
  const ids = rows.map(row => row.id)
  const found = await db
    .select({ id: logs.id, diff: logs.diff, device: logs.device, requestId: logs.requestId })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), inArray(logs.id, ids)))
  const rest = new Map(found.map(row => [row.id, row]))
  return rows.map(row => {
    const { diff = [], device = '', requestId = '' } = rest.get(row.id) ?? {}
    const readable = readableRow(context, { ...row, diff })
    return { ...row, device, requestId, changes: changesOf(context, readable) }
  })
}
