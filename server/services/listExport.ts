import {
  describe,
  type Fields,
  type Filters,
  type Names,
  parametersOf,
  rangeText,
} from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../db/open.ts'
import type { LogDiff } from '../db/tables.ts'
import { ApiError } from '../context/apiError.ts'
import { mayRead } from '../context/readable.ts'
import { append } from './audit.ts'
import { anchorLog } from './auditAnchors.ts'
import { xlsx, xlsxMime } from './xlsx.ts'

/** No file is longer: Excel itself ends at a million rows, and a person reads far fewer. */
const exportLimit = 100_000
/** Rows read and written at a time: so many take the thread about 15 ms. */
const step = 200

type Row = Readonly<Record<string, unknown>>

type List<R extends Row> = {
  /** Of the file and its sheet: 重要日志. */
  title: string
  /** The columns in their order. */
  columns: Fields
  /** What the caller filtered by, for the log. */
  filters: Filters
  query: Row
  /** Names of what the columns and the filter refer to. */
  names: (db: Db) => Promise<Names>
  /** How many there are, counted as far as `most`. */
  count: (db: Db, most: number) => Promise<number>
  /** The next rows in the order of the list, after the last of those before. */
  rows: (db: Db, after: R | null, size: number) => Promise<R[]>
}

/** For the name of the file: 2026-11-21 09:30:05, in China. */
const timestamps = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const textOf = (columns: Fields, row: Row, names: Names) =>
  Object.entries(columns).map(([name, field]) => describe(field, row[name], name, names))

/** What the list was filtered by, in the words of its filters. */
const conditionsOf = ({ filters, query }: Pick<List<Row>, 'filters' | 'query'>, names: Names): LogDiff => {
  const { keyword } = query
  const found = Object.entries(filters).flatMap(([name, filter]) => {
    const { field, from, to } = filter
    const values = parametersOf(name, filter).flatMap(parameter => query[parameter] ?? [])
    if (values.length === 0) return []
    const after =
      from !== undefined && to !== undefined
        ? rangeText(query[from], query[to])
        : values.map(value => describe(field, value, name, names)).join('、')
    return [{ field: name, label: field.label, after }]
  })
  const searched = keyword ? [{ field: 'keyword', label: '搜索', after: String(keyword) }] : []
  return [...found, ...searched].map(condition => ({ ...condition, before: '', masked: 0 }))
}

const summaryOf = (title: string, count: number, conditions: LogDiff) =>
  `导出${title}${count}条${conditions.length ? `（${conditions.map(condition => `${condition.label}：${String(condition.after)}`).join('；')}）` : ''}`

async function* pagesOf<R extends Row>({ database, firmId }: Context, list: List<R>, names: Names) {
  let after: R | null = null
  for (;;) {
    const rows: R[] = await database.read(firmId, db => list.rows(db, after, step))
    if (rows.length > 0) yield rows.map(row => textOf(list.columns, row, names))
    if (rows.length < step) return
    after = rows.at(-1)!
  }
}

/** Read no faster than it is sent; given up when the receiver goes away. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })

/**
 * A list as a file, exactly as it is filtered and within the caller's scope. It is logged before the first byte leaves:
 * what was asked for counts, also when it was not read to the end. For handlers that open their own transactions.
 */
export const exportList = async <R extends Row>(context: Context, given: List<R>) => {
  const { database, firmId, now } = context
  const readable = Object.entries(given.columns).filter(([, field]) => mayRead(context, field))
  const list = { ...given, columns: Object.fromEntries(readable) }
  const [count, names] = await database.read(
    firmId,
    async db => [await list.count(db, exportLimit + 1), await list.names(db)] as const,
  )
  if (count > exportLimit) throw new ApiError('4000', `一次最多导出${exportLimit}条，请缩小筛选范围后再导出`)
  const diff = conditionsOf(list, names)
  await database.write(firmId, db =>
    append(db, context, [
      { module: 13, action: 'export', diff, summary: summaryOf(list.title, count, diff), batchCount: count },
    ]),
  )
  await anchorLog(database, firmId)
  const header = Object.values(list.columns).map(it => it.label)
  return {
    name: `${list.title}-${timestamps.format(now).slice(0, 10)}.xlsx`,
    mime: xlsxMime,
    bytes: streamOf(xlsx(list.title, header, pagesOf(context, list, names))),
  }
}
