import { firmDay } from '../../resources/kit/firmTime.ts'
import {
  type Call,
  type Comparison,
  type Filter,
  type Filters,
  isPlainObject,
  parametersOf,
} from '../../resources/kit/index.ts'

// The expected rows of a list for a filter and an order, computed from its rows without them.

/** A row of a list as the back-end answered it. */
export type AnsweredRow = Readonly<Record<string, unknown>>
/** A call that answers a list, with its filters and sortable columns. */
export type ListCall = Call & { filters: Filters; sortable: readonly string[] }
/** Whether a call answers a list. */
export const isList = (call: Call): call is ListCall =>
  call.filters !== undefined && call.sortable !== undefined

/** The day of a moment in the firm's time zone; a day stays unchanged. */
const dayOf = (cell: string) => {
  const moment = Date.parse(cell)
  if (cell.length === 10 || Number.isNaN(moment)) return cell
  return firmDay(moment)
}

/** A list may be sent as JSON text. */
const listIn = (cell: unknown): readonly unknown[] => {
  const list: unknown = typeof cell === 'string' ? JSON.parse(cell) : cell
  return Array.isArray(list) ? list : []
}

const isWithin = (cell: unknown, range: unknown) => {
  const { from = '', to = '9' } = isPlainObject(range) ? range : {}
  const day = dayOf(String(cell))
  return day >= String(from) && day <= String(to)
}

const comparisons: Record<Comparison, (cell: unknown, value: unknown) => boolean> = {
  equal: (cell, value) => cell === value,
  oneOf: (cell, values) => listIn(values).includes(cell),
  contains: (cell, text) => String(cell).toLowerCase().includes(String(text).toLowerCase()),
  includes: (cell, value) => listIn(cell).includes(value),
  atMost: (cell, value) => Number(cell) <= Number(value),
  days: isWithin,
}

type Meaning = (row: AnsweredRow, value: unknown) => boolean
type Meanings = {
  /** Filters that match more than their column says. */
  filters?: Readonly<Record<string, Meaning>>
  /** Sort values that differ from the field's own value. */
  sortedBy?: Readonly<Record<string, (row: AnsweredRow) => unknown>>
}

/** Exceptions by the path of the list. */
const meanings: Readonly<Record<string, Meanings>> = {
  // The status 待审核 also matches published articles with a change that waits for review.
  '/article/getList': {
    filters: {
      status: (row, status) => row['status'] === status || (status === 1 && row['revisionStatus'] === 1),
    },
  },
  // 锁定 is not stored in the row: a locked account sorts among the enabled ones.
  '/firmAccessUser/pageList': { sortedBy: { status: row => Math.min(1, Number(row['status'])) } },
}

const columnOf = (name: string, { column = name }: Filter) => column

/** A predicate for the rows that a value of this filter matches. */
export const meaningOf = ({ path, filters }: ListCall, name: string): Meaning => {
  const filter = filters[name]!
  const column = columnOf(name, filter)
  return (
    meanings[path]?.filters?.[name] ??
    ((row, value) => row[column] != null && comparisons[filter.compare](row[column], value))
  )
}

/** A function that returns the sort value of a row. */
export const sortValueOf = (
  { path }: Call,
  field: string,
  ownValueOf: ((row: AnsweredRow) => unknown) | undefined = meanings[path]?.sortedBy?.[field],
) => ownValueOf ?? ((row: AnsweredRow) => row[field])

const withWildcards = (text: string) => [
  text,
  Array.from(text).slice(1).join(''),
  text.replace(/.$/, '_'),
  text.replace(/.$/, '%'),
]

/** Values to try for a filter, taken from the rows. `ofDay` is a day that occurs in some of them. */
export const valuesFor = (
  { compare }: Filter,
  cells: readonly unknown[],
  ofDay?: string,
): readonly unknown[] => {
  const distinct = [...new Set(compare === 'includes' ? cells.flatMap(listIn) : cells)]
  if (compare === 'oneOf') return [distinct.slice(0, 1), distinct.slice(0, 2)]
  if (compare === 'contains') return distinct.flatMap(it => withWildcards(String(it)))
  if (compare === 'days' && distinct.length > 0) {
    const day = ofDay ?? dayOf(String(distinct[Math.floor(distinct.length / 2)]))
    return [{ from: day, to: day }, { from: day }, { to: day }]
  }
  return distinct.slice(0, 3)
}

/** The non-empty cells of the filter's column. */
export const cellsOf = (name: string, filter: Filter, rows: readonly AnsweredRow[]) =>
  rows.map(row => row[columnOf(name, filter)]).filter(cell => cell != null)

/** Whether any row has the column that the filter compares. */
export const hasColumn = (name: string, filter: Filter, rows: readonly AnsweredRow[]) =>
  rows.some(row => columnOf(name, filter) in row)

/** The query parameters that filter by a value. */
export const queryFor = (name: string, filter: Filter, value: unknown): AnsweredRow => {
  if (parametersOf(name, filter).length === 1) return { [name]: value }
  const { from, to } = isPlainObject(value) ? value : {}
  return {
    ...(from !== undefined && { [filter.from!]: from }),
    ...(to !== undefined && { [filter.to!]: to }),
  }
}

/** Compares two sort values: negative if the first comes first. */
export const compareValues = (one: unknown, other: unknown) => {
  if (one === other) return 0
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one) < String(other)
      ? -1
      : 1
}
