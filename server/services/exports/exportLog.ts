import {
  describeMasked,
  type Filters,
  type ReferenceNames,
  parametersOf,
  rangeText,
} from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { Context } from '../../context/context.ts'
import type { LogDiff } from '../../db/tables.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { anchorLog } from '../audit/auditAnchors.ts'

type Query = Readonly<Record<string, unknown>>

type Export = {
  /** The title of the file, such as 重要日志. */
  title: string
  count: number
  /** The filters of the list, and the names of the records they refer to. */
  filters: Filters
  query: Query
  names: ReferenceNames
  /** A reason that the call demands although the right does not. */
  reason?: string
}

/** The filters that are set, in words. */
const conditionsOf = ({ filters, query, names }: Export): LogDiff => {
  const { keyword } = query
  const setFilters = Object.entries(filters).flatMap(([name, filter]) => {
    const { field, from, to } = filter
    const values = parametersOf(name, filter).flatMap(parameter => query[parameter] ?? [])
    const isNamed = (parameter: 'not' | 'empty') => [query[parameter]].flat().includes(name)
    const words =
      from !== undefined && to !== undefined
        ? values.slice(0, 1).map(() => rangeText(query[from], query[to]))
        : values.map(value => describeMasked(chinese, field, value, name, names))
    if (isNamed('empty')) words.push('空')
    if (words.length === 0) return []
    return [{ field: name, label: field.label, after: (isNamed('not') ? '不是' : '') + words.join('、') }]
  })
  const keywordCondition = keyword ? [{ field: 'keyword', label: '搜索', after: String(keyword) }] : []
  return [...setFilters, ...keywordCondition].map(condition => ({ ...condition, before: '', masked: 0 }))
}

const summaryOf = ({ title, count }: Export, diff: LogDiff) => {
  if (diff.length === 0) return `导出${title}${count}条`
  const conditions = diff.map(({ label, after }) => `${label}：${String(after)}`).join('；')
  return `导出${title}${count}条（${conditions}）`
}

/**
 * Logs an export before its first byte is sent, so that it counts even if it is not read to the end. For
 * handlers that open their own transactions.
 */
export const logExport = async (context: Context, listExport: Export) => {
  const { database, firmId } = context
  const { count, reason } = listExport
  const diff = conditionsOf(listExport)
  await database.write(firmId, db =>
    appendLogEntries(db, context, [
      {
        module: 13,
        action: 'export',
        diff,
        summary: summaryOf(listExport, diff),
        batchCount: count,
        ...(reason !== undefined && { reason }),
      },
    ]),
  )
  await anchorLog(database, firmId)
}

/** A stream that reads as fast as it is sent and stops when the receiver disconnects. */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
