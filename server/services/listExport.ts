import {
  describeWhole,
  type Field,
  type Fields,
  type Filters,
  isSentenceIn,
  type Names,
} from '../../resources/kit/index.ts'
import { isWordedField } from '../../resources/domain/change.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../db/open.ts'
import { ApiError } from '../context/apiError.ts'
import { mayRead, readableValue } from '../context/readable.ts'
import { dayOf, logExport, streamOf } from './exportLog.ts'
import { tellIn } from './languages.ts'
import { xlsx, xlsxMime } from './xlsx.ts'

/** No file is longer: Excel itself ends at a million rows, and a person reads far fewer. */
const exportLimit = 100_000
/** Rows read and written at a time: so many take the thread about 7 ms. */
const step = 100

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

/** What the product words is said in the language that is asked for. */
const inLanguage = ({ language }: Context, field: Field, row: Row, text: string) =>
  isWordedField(field) || ('isSentence' in field && isSentenceIn(field, row)) ? tellIn(language, text) : text

/** What the caller may only read masked is masked in the file too. */
const textOf = (context: Context, columns: Fields, row: Row, names: Names) =>
  Object.entries(columns).map(([name, field]) =>
    inLanguage(
      context,
      field,
      row,
      describeWhole(field, readableValue(context, field, row[name]), name, names),
    ),
  )

async function* pagesOf<R extends Row>(context: Context, list: List<R>, names: Names) {
  const { database, firmId } = context
  let after: R | null = null
  for (;;) {
    const rows: R[] = await database.read(firmId, db => list.rows(db, after, step))
    if (rows.length > 0) yield rows.map(row => textOf(context, list.columns, row, names))
    if (rows.length < step) return
    after = rows.at(-1)!
  }
}

/**
 * A list as a file, exactly as it is filtered and within the caller's scope. For handlers that open their own
 * transactions.
 */
export const exportList = async <R extends Row>(context: Context, given: List<R>) => {
  const { database, firmId, now } = context
  const readable = Object.entries(given.columns).filter(([, { readableBy }]) =>
    mayRead(context, readableBy ? { readableBy } : {}),
  )
  const list = { ...given, columns: Object.fromEntries(readable) }
  const { title, filters, query } = list
  const [count, names] = await database.read(
    firmId,
    async db => [await list.count(db, exportLimit + 1), await list.names(db)] as const,
  )
  if (count > exportLimit) throw new ApiError('4000', `一次最多导出${exportLimit}条，请缩小筛选范围后再导出`)
  await logExport(context, { title, count, filters, query, names })
  const header = Object.values(list.columns).map(it => tellIn(context.language, it.label))
  const named = tellIn(context.language, title)
  return {
    name: `${named}-${dayOf(now)}.xlsx`,
    mime: xlsxMime,
    bytes: streamOf(xlsx(named, header, pagesOf(context, list, names))),
  }
}
