import { describe, type Filters, type Names, parametersOf, rangeText } from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { Context } from '../../context/context.ts'
import type { LogDiff } from '../../db/tables.ts'
import { append } from '../audit/audit.ts'
import { anchorLog } from '../audit/auditAnchors.ts'

type Query = Readonly<Record<string, unknown>>

type Export = {
  /** Of the file: 重要日志. */
  title: string
  count: number
  /** What the list was filtered by, and the names of what that refers to. */
  filters: Filters
  query: Query
  names: Names
  /** Where the call asks for it, and the right does not. */
  reason?: string
}

/** What the list was filtered by, in the words of its filters. */
const conditionsOf = ({ filters, query, names }: Export): LogDiff => {
  const { keyword } = query
  const found = Object.entries(filters).flatMap(([name, filter]) => {
    const { field, from, to } = filter
    const values = parametersOf(name, filter).flatMap(parameter => query[parameter] ?? [])
    if (values.length === 0) return []
    const after =
      from !== undefined && to !== undefined
        ? rangeText(query[from], query[to])
        : values.map(value => describe(chinese, field, value, name, names)).join('、')
    return [{ field: name, label: field.label, after }]
  })
  const searched = keyword ? [{ field: 'keyword', label: '搜索', after: String(keyword) }] : []
  return [...found, ...searched].map(condition => ({ ...condition, before: '', masked: 0 }))
}

const summaryOf = ({ title, count }: Export, diff: LogDiff) => {
  if (diff.length === 0) return `导出${title}${count}条`
  const conditions = diff.map(({ label, after }) => `${label}：${String(after)}`).join('；')
  return `导出${title}${count}条（${conditions}）`
}

/**
 * Logged before the first byte leaves: what was asked for counts, also when it was not read to the end. For handlers that
 * open their own transactions.
 */
export const logExport = async (context: Context, exported: Export) => {
  const { database, firmId } = context
  const { count, reason } = exported
  const diff = conditionsOf(exported)
  await database.write(firmId, db =>
    append(db, context, [
      {
        module: 13,
        action: 'export',
        diff,
        summary: summaryOf(exported, diff),
        batchCount: count,
        ...(reason !== undefined && { reason }),
      },
    ]),
  )
  await anchorLog(database, firmId)
}

/** Read no faster than it is sent; given up when the receiver goes away. */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
