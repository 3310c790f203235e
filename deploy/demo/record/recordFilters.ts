import { resourceNamed } from '../../../resources/index.ts'
import { type Call, type Filter, isEntity, listedValues } from '../../../resources/kit/index.ts'
import { columnOf, meets } from '../filters.ts'
import { entityListedBy, isPaged, listCallOf } from '../lists.ts'
import { type FilterRecording, inputKey, type RecordedRow } from '../recording.ts'
import { type Ask, askRows } from './asking.ts'
import type { AccountRecording } from './recordAccount.ts'

// The server decides some filters by more than a row shows. The demo compares what rows hold where that has the same result,
// and otherwise keeps which rows the server found for each value.

type Value = string | number

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number'

const distinctValues = (rows: readonly RecordedRow[], column: string): Value[] => [
  ...new Set(rows.flatMap(({ row }) => [row[column]].flat()).filter(isValue)),
]

/** Ids of the records to which a filter may refer. */
const referredIds = ({ field }: Filter, { recorded, listed }: AccountRecording): Value[] => {
  const to = 'to' in field && typeof field.to === 'string' ? resourceNamed(field.to) : undefined
  if (!to || !isEntity(to)) return []
  const rows = (listed.get(listCallOf(to)?.path ?? '') ?? []).map(({ row }) => row)
  const choices = recorded.get(to.calls[to.choices ?? '']?.path ?? '')?.[inputKey({})]
  const offered = choices && 'data' in choices && Array.isArray(choices.data) ? choices.data : []
  return [...new Set([...rows, ...offered].map(row => row[to.id]).filter(isValue))]
}

const isFinite = ({ compare }: Filter) => compare === 'equal' || compare === 'oneOf' || compare === 'includes'

/** The ids that the server finds for each of these values. */
const idsByValue = async (
  ask: Ask,
  call: Call,
  name: string,
  values: readonly Value[],
): Promise<Record<string, number[]>> => {
  const id = entityListedBy(call)!.id
  const found = await Promise.all(
    values.map(async value => {
      const rows = (await askRows(ask, call, { [name]: value })) ?? []
      return [value, rows.map(({ row }) => Number(row[id]))] as const
    }),
  )
  return Object.fromEntries(found)
}

/** Values whose result is compared before a filter is left to what rows hold. */
const compared = 6

/** Ids by value, where rows do not show by themselves which of them meet the filter. */
const recordFilter = async (
  ask: Ask,
  call: Call,
  [name, filter]: [string, Filter],
  account: AccountRecording,
): Promise<Record<string, number[]> | undefined> => {
  const rows = account.listed.get(call.path) ?? []
  const column = columnOf(name, filter)
  const { id } = entityListedBy(call)!
  const offered = () => [...(listedValues(filter.field) ?? referredIds(filter, account))]
  if (rows.every(({ row }) => column in row)) {
    const values = distinctValues(rows, column)
    const found = await idsByValue(ask, call, name, values.slice(0, compared))
    const isShown = Object.entries(found).every(([value, ids]) => {
      const asked = values.find(it => String(it) === value)
      const own = rows
        .filter(({ row }) => meets(filter, row[column], asked))
        .map(({ row }) => Number(row[id]))
      return own.length === ids.length && own.every(it => ids.includes(it))
    })
    if (isShown) return undefined
  }
  const values = offered()
  return values.length > 0 ? idsByValue(ask, call, name, values) : undefined
}

/** The filters of one list that the rows do not show. */
const recordList = async (ask: Ask, call: Call, account: AccountRecording): Promise<FilterRecording> => {
  const filters: FilterRecording = {}
  for (const entry of Object.entries(call.filters ?? {})) {
    const ids = isFinite(entry[1]) ? await recordFilter(ask, call, entry, account) : undefined
    if (ids) filters[entry[0]] = ids
  }
  return filters
}

/** What the demo has to know of the filters of all lists that this account has read, by path. */
export const recordFilters = async (
  ask: Ask,
  calls: readonly Call[],
  account: AccountRecording,
): Promise<Map<string, FilterRecording>> => {
  const found = new Map<string, FilterRecording>()
  for (const call of calls) {
    const isListed = isPaged(call) && entityListedBy(call) && (account.listed.get(call.path) ?? []).length > 0
    // A list of the rows of one record is short enough to look at.
    if (!isListed || call.path.includes('{')) continue
    const filters = await recordList(ask, call, account)
    if (Object.keys(filters).length > 0) found.set(call.path, filters)
  }
  return found
}
