import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  describeUnmasked,
  type ExportFormat,
  type Field,
  type Fields,
  type Filters,
  isSentenceIn,
  type ReferenceNames,
} from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import { isWordedField } from '../../../resources/domain/change.ts'
import type { Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { mayRead, readableValue } from '../../context/readable.ts'
import { csvFile, csvMime } from './csv.ts'
import { logExport, streamOf } from './exportLog.ts'
import { translateText } from '../settings/languages.ts'
import { xlsxFile, xlsxMime } from './xlsx.ts'

/** The maximum number of rows of a file. Excel's limit is a million, and a person reads far fewer. */
const exportLimit = 100_000
/** Rows read and written at a time; this many occupy the thread for about 7 ms. */
const batchSize = 100

type Row = Readonly<Record<string, unknown>>

type ExportedList = {
  /** The title of the file and its sheet, such as 日志. */
  title: string
  /** The columns in their order. */
  columns: Fields
  format: ExportFormat
  /** The caller's filters, for the log. */
  filters: Filters
  query: Row
  /** The ids of all rows in the order of the list, at most `most` of them. */
  ids: (db: Db, most: number) => Promise<number[]>
  /** Those of these rows that still exist, in this order. */
  rows: (db: Db, ids: readonly number[]) => Promise<Row[]>
  /** Names of the records that these rows refer to in these fields. */
  names: (db: Db, fields: Fields, rows: readonly Row[]) => Promise<ReferenceNames>
}

/** Translates texts that the server words into the requested language. */
const inLanguage = ({ language }: Context, field: Field, row: Row, text: string) =>
  isWordedField(field) || ('isSentence' in field && isSentenceIn(field, row))
    ? translateText(language, text)
    : text

/** The cells of a row; values that the caller may only read masked are masked in the file too. */
export const exportedCells = (context: Context, columns: Fields, row: Row, names: ReferenceNames) =>
  Object.entries(columns).map(([name, field]) =>
    inLanguage(
      context,
      field,
      row,
      describeUnmasked(chinese, field, readableValue(context, field, row[name]), name, names),
    ),
  )

async function* pagesOf(context: Context, { columns, rows, names }: ExportedList, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += batchSize) {
    const batchIds = ids.slice(from, from + batchSize)
    yield await context.database.read(context.firmId, async db => {
      const batchRows = await rows(db, batchIds)
      const batchNames = await names(db, columns, batchRows)
      return batchRows.map(row => exportedCells(context, columns, row, batchNames))
    })
  }
}

/**
 * The filters that are set, as the fields of one row, so that the names of their references are found in the
 * same way.
 */
const filterFields = (filters: Filters): Fields =>
  Object.fromEntries(Object.entries(filters).map(([name, { field }]) => [name, field]))

/** A filter with several values makes a row for each of them. */
const rowsOf = (query: ExportedList['query']) => {
  const lists = Object.values(query).map(it => (Array.isArray(it) ? it.length : 1))
  return Array.from({ length: Math.max(1, ...lists) }, (_, at) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[at] : value]),
    ),
  )
}

/**
 * A list as a file, with the same filters and scope as on the screen. The rows are selected at the start and
 * then read in small batches, so that the export holds little memory and no long transaction. For handlers
 * that open their own transactions.
 */
export const exportList = async (context: Context, request: ExportedList) => {
  const { database, firmId, now, language } = context
  const readableColumns = Object.entries(request.columns).filter(([, { readableBy }]) =>
    mayRead(context, readableBy ? { readableBy } : {}),
  )
  const list = { ...request, columns: Object.fromEntries(readableColumns) }
  const { title, filters, query, format } = list
  const [ids, names] = await database.read(
    firmId,
    async db =>
      [
        await list.ids(db, exportLimit + 1),
        await list.names(db, filterFields(filters), rowsOf(query)),
      ] as const,
  )
  if (ids.length > exportLimit)
    throw new ApiError('4000', `一次最多导出${exportLimit}条，请缩小筛选范围后再导出`)
  await logExport(context, { title, count: ids.length, filters, query, names })
  const header = Object.values(list.columns).map(it => translateText(language, it.label))
  const translatedTitle = translateText(language, title)
  const pages = pagesOf(context, list, ids)
  const [mime, bytes] =
    format === 'csv'
      ? [csvMime, csvFile(header, pages)]
      : [xlsxMime, xlsxFile(translatedTitle, header, pages)]
  return { name: `${translatedTitle}-${firmDay(now)}.${format}`, mime, bytes: streamOf(bytes) }
}
