import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { type Comparison, type Filter, type Filters, foldForSearch } from '../../resources/kit/index.ts'
import type { FilterRecording, Values } from './recording.ts'

// The declared comparisons of filters over rows in memory; the server has the same over columns (server/records/conditions.ts).

const dayMs = 86_400_000

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

type Days = { from?: unknown; to?: unknown }

/** A day is compared as text, a moment with the first and the last one of the days. */
const isWithin = (held: unknown, { from, to }: Days) => {
  const text = String(held ?? '')
  if (text === '') return false
  if (text.length === 10) return (!from || text >= String(from)) && (!to || text <= String(to))
  const at = Date.parse(text)
  const isAfterStart = !from || at >= momentOfFirm(String(from)).getTime()
  return isAfterStart && (!to || at < momentOfFirm(String(to)).getTime() + dayMs)
}

const comparisons: Record<Comparison, (held: unknown, asked: unknown) => boolean> = {
  equal: (held, asked) => listOf(asked).includes(held),
  oneOf: (held, asked) => listOf(asked).includes(held),
  contains: (held, asked) => foldForSearch(String(held ?? '')).includes(foldForSearch(String(asked))),
  includes: (held, asked) => listOf(asked).some(it => Array.isArray(held) && held.includes(it)),
  atMost: (held, asked) => held !== null && Number(held) <= Number(asked),
  days: (held, asked) => isWithin(held, asked as Days),
}

/** Whether the value of a row meets the value of a filter. */
export const meets = ({ compare }: Filter, held: unknown, asked: unknown): boolean =>
  comparisons[compare](held, asked)

/** The name of the value in a row that a filter compares. */
export const columnOf = (name: string, { column }: Filter): string => column ?? name

/** The value of a filter in an input; undefined where it is not set. */
const askedValue = (name: string, { from, to }: Filter, input: Values): unknown => {
  if (from === undefined || to === undefined) {
    const value = input[name] ?? undefined
    return Array.isArray(value) && value.length === 0 ? undefined : value
  }
  const range = { from: input[from] ?? undefined, to: input[to] ?? undefined }
  return range.from === undefined && range.to === undefined ? undefined : range
}

const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Thrown for a filter that compares nothing which the rows hold and was not recorded either. */
export class UnknownFilter extends Error {
  readonly filter: Filter
  constructor(filter: Filter) {
    super(filter.field.label)
    this.filter = filter
  }
}

type Row = Record<string, unknown>
type Listed = { rows: readonly Row[]; id: string; recorded: FilterRecording }

/** Which rows meet one filter. */
const testOf = (name: string, filter: Filter, asked: unknown, { rows, id, recorded }: Listed) => {
  const byValue = recorded[name]
  if (byValue) {
    const ids = new Set(listOf(asked).flatMap(it => byValue[String(it)] ?? []))
    return (row: Row) => ids.has(Number(row[id]))
  }
  const column = columnOf(name, filter)
  if (!rows.every(row => column in row)) throw new UnknownFilter(filter)
  return (row: Row) => meets(filter, row[column], asked)
}

/** The conditions of an input; throws `UnknownFilter` where the demo does not know which rows meet one. */
const testsOf = (filters: Filters, input: Values, listed: Listed) =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const asked = askedValue(name, filter, input)
    const isTurned = listOf(input['not']).includes(name)
    const mayBeEmpty = listOf(input['empty']).includes(name)
    if (asked === undefined && !mayBeEmpty) return []
    const isMet = asked === undefined ? () => false : testOf(name, filter, asked, listed)
    const column = columnOf(name, filter)
    if (mayBeEmpty && !listed.rows.every(row => column in row)) throw new UnknownFilter(filter)
    const holds = (row: Row) => isMet(row) || (mayBeEmpty && isEmptyValue(row[column]))
    return [(row: Row) => holds(row) !== isTurned]
  })

/** A test for rows that meet all filters of an input. */
export const rowTest = (filters: Filters, input: Values, listed: Listed): ((row: Row) => boolean) => {
  const tests = testsOf(filters, input, listed)
  return row => tests.every(test => test(row))
}
