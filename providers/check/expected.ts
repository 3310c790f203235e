import { firmDay } from '../../resources/kit/firmTime.ts'
import {
  type Call,
  type Comparison,
  type Filter,
  type Filters,
  isPlain,
  parametersOf,
} from '../../resources/kit/index.ts'

// What a list has to show for a filter and an order, worked out from the rows that it answers without them.

/** A row of a list as the back-end answered it. */
export type Row = Readonly<Record<string, unknown>>
/** A call that answers a list, with its filters and the columns it can be sorted by. */
export type ListCall = Call & { filters: Filters; sortable: readonly string[] }
/** Tells calls that answer a list from the others. */
export const isList = (call: Call): call is ListCall =>
  call.filters !== undefined && call.sortable !== undefined

/** A moment of a row as the day it is for the firm; a day is what it is. */
const dayOf = (cell: string) => {
  const moment = Date.parse(cell)
  if (cell.length === 10 || Number.isNaN(moment)) return cell
  return firmDay(moment)
}

/** A list may travel as the text of its JSON. */
const listIn = (cell: unknown): readonly unknown[] => {
  const list: unknown = typeof cell === 'string' ? JSON.parse(cell) : cell
  return Array.isArray(list) ? list : []
}

const isWithin = (cell: unknown, range: unknown) => {
  const { from = '', to = '9' } = isPlain(range) ? range : {}
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

type Meaning = (row: Row, value: unknown) => boolean
type Meanings = {
  /** Filters that mean more than their field says. */
  filters?: Readonly<Record<string, Meaning>>
  /** What is sorted by, where that is not the field's own value. */
  sortedBy?: Readonly<Record<string, (row: Row) => unknown>>
}

/** By the path of a list. */
const meanings: Readonly<Record<string, Meanings>> = {
  // A published one stands among those that wait, too, when a change of it does.
  '/article/getList': {
    filters: {
      status: (row, status) => row['status'] === status || (status === 1 && row['revisionStatus'] === 1),
    },
  },
  // 锁定 is no state of the row: a locked account stands among the enabled ones.
  '/firmAccessUser/pageList': { sortedBy: { status: row => Math.min(1, Number(row['status'])) } },
}

const columnOf = (name: string, { column = name }: Filter) => column

/** Which rows a value of this filter means. */
export const meaningOf = ({ path, filters }: ListCall, name: string): Meaning => {
  const filter = filters[name]!
  const column = columnOf(name, filter)
  return (
    meanings[path]?.filters?.[name] ??
    ((row, value) => row[column] != null && comparisons[filter.compare](row[column], value))
  )
}

/** What a row is sorted by. */
export const sortValueOf = (
  { path }: Call,
  field: string,
  ownValueOf: ((row: Row) => unknown) | undefined = meanings[path]?.sortedBy?.[field],
) => ownValueOf ?? ((row: Row) => row[field])

const withWildcards = (text: string) => [
  text,
  text.slice(1),
  text.replace(/.$/, '_'),
  text.replace(/.$/, '%'),
]

/** Values to try, out of what the rows hold; `ofDay` is a day that some of them are of. */
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

/** The cells of a filter's column that hold something. */
export const cellsOf = (name: string, filter: Filter, rows: readonly Row[]) =>
  rows.map(row => row[columnOf(name, filter)]).filter(cell => cell != null)

/** Whether any of the rows has the column that the filter compares. */
export const hasColumn = (name: string, filter: Filter, rows: readonly Row[]) =>
  rows.some(row => columnOf(name, filter) in row)

/** What is sent to filter by a value. */
export const queryFor = (name: string, filter: Filter, value: unknown): Row => {
  if (parametersOf(name, filter).length === 1) return { [name]: value }
  const { from, to } = isPlain(value) ? value : {}
  return {
    ...(from !== undefined && { [filter.from!]: from }),
    ...(to !== undefined && { [filter.to!]: to }),
  }
}

/** Less than 0 where the one stands before the other. */
export const compareValues = (one: unknown, other: unknown) => {
  if (one === other) return 0
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one) < String(other)
      ? -1
      : 1
}
