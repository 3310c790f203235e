import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  describeWhole,
  type ExportFormat,
  type Field,
  type Fields,
  type Filters,
  isSentenceIn,
  type Names,
} from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import { isWordedField } from '../../../resources/domain/change.ts'
import type { Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { mayRead, readableValue } from '../../context/readable.ts'
import { csv, csvMime } from './csv.ts'
import { logExport, streamOf } from './exportLog.ts'
import { tellIn } from '../settings/languages.ts'
import { xlsx, xlsxMime } from './xlsx.ts'

/** No file is longer: Excel itself ends at a million rows, and a person reads far fewer. */
const exportLimit = 100_000
/** Rows read and written at a time: so many take the thread about 7 ms. */
const step = 100

type Row = Readonly<Record<string, unknown>>

type ExportedList = {
  /** Of the file and its sheet: 日志. */
  title: string
  /** The columns in their order. */
  columns: Fields
  format: ExportFormat
  /** What the caller filtered by, for the log. */
  filters: Filters
  query: Row
  /** Of all rows in the order of the list, no more than `most`. */
  ids: (db: Db, most: number) => Promise<number[]>
  /** Those of these rows that are still there, in this order. */
  rows: (db: Db, ids: readonly number[]) => Promise<Row[]>
  /** Names of what these rows refer to in these fields. */
  names: (db: Db, fields: Fields, rows: readonly Row[]) => Promise<Names>
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
      describeWhole(chinese, field, readableValue(context, field, row[name]), name, names),
    ),
  )

async function* pagesOf(context: Context, { columns, rows, names }: ExportedList, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += step) {
    const wanted = ids.slice(from, from + step)
    yield await context.database.read(context.firmId, async db => {
      const found = await rows(db, wanted)
      const known = await names(db, columns, found)
      return found.map(row => textOf(context, columns, row, known))
    })
  }
}

/** The filters that a query sets, as the fields of one row, so that what they refer to is found like that of rows. */
const askedIn = (filters: Filters): Fields =>
  Object.fromEntries(Object.entries(filters).map(([name, { field }]) => [name, field]))

/**
 * A list as a file, exactly as it is filtered and within the caller's scope. Which rows it has is decided at the start;
 * they are then read a few at a time, so that neither memory nor a transaction lasts. For handlers that open their own
 * transactions.
 */
export const exportList = async (context: Context, given: ExportedList) => {
  const { database, firmId, now, language } = context
  const readable = Object.entries(given.columns).filter(([, { readableBy }]) =>
    mayRead(context, readableBy ? { readableBy } : {}),
  )
  const list = { ...given, columns: Object.fromEntries(readable) }
  const { title, filters, query, format } = list
  const [ids, names] = await database.read(
    firmId,
    async db =>
      [await list.ids(db, exportLimit + 1), await list.names(db, askedIn(filters), [query])] as const,
  )
  if (ids.length > exportLimit)
    throw new ApiError('4000', `一次最多导出${exportLimit}条，请缩小筛选范围后再导出`)
  await logExport(context, { title, count: ids.length, filters, query, names })
  const header = Object.values(list.columns).map(it => tellIn(language, it.label))
  const named = tellIn(language, title)
  const pages = pagesOf(context, list, ids)
  const [mime, bytes] =
    format === 'csv' ? [csvMime, csv(header, pages)] : [xlsxMime, xlsx(named, header, pages)]
  return { name: `${named}-${firmDay(now)}.${format}`, mime, bytes: streamOf(bytes) }
}
