import { isBlank } from '../../../resources/domain/sameness.ts'
import { type AnyEntity, type Field, type Filter, parametersOf } from '../../../resources/kit/index.ts'
import { writtenNames } from '../../fields/kinds.tsx'

export type Values = Readonly<Record<string, unknown>>

/** The setting of one filter: its parameters, whether it is turned round (不是), and whether rows without a value count (空). */
export type FilterState = { values: Values; isNot: boolean; isEmpty: boolean }

/** Names of the parameters of a filter in the list's filter values. */
const filterParameters = (filter: Filter, name: string) => {
  const own = parametersOf(name, filter)
  return own.length > 1 ? own : writtenNames(filter.field, name)
}

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isBlank(value) ? [] : [value]

const isNamed = (names: unknown, name: string) => toList(names).includes(name)

export const readFilter = (filter: Filter, name: string, all: Values): FilterState => ({
  values: Object.fromEntries(filterParameters(filter, name).map(part => [part, all[part] ?? null])),
  isNot: isNamed(all['not'], name),
  isEmpty: isNamed(all['empty'], name),
})

export const isFilterSet = ({ values, isEmpty }: FilterState) =>
  isEmpty || Object.values(values).some(part => toList(part).length > 0)

const withName = (names: unknown, name: string, isIn: boolean) => {
  const others = toList(names).filter(it => it !== name)
  const next = isIn ? [...others, name] : others
  return next.length > 0 ? next : null
}

/** The filter values of the list with this setting of one filter. A filter without values is not turned round. */
export const writeFilter = (filter: Filter, name: string, all: Values, state: FilterState): Values => ({
  ...all,
  ...Object.fromEntries(filterParameters(filter, name).map(part => [part, state.values[part] ?? null])),
  not: withName(all['not'], name, state.isNot && isFilterSet(state)),
  empty: withName(all['empty'], name, state.isEmpty),
})

export const noFilter: FilterState = { values: {}, isNot: false, isEmpty: false }

/** The filter values without those of one parameter; it is neither turned round nor asks for rows without a value. */
export const withoutFilter = (all: Values, name: string): Record<string, unknown> => {
  const { not, empty, ...others } = all
  const [stillNot, stillEmpty] = [withName(not, name, false), withName(empty, name, false)]
  return { ...others, ...(stillNot && { not: stillNot }), ...(stillEmpty && { empty: stillEmpty }) }
}

/** Whether a filter has a setting that a single value does not express. */
export const isCombined = ({ values, isNot, isEmpty }: FilterState) =>
  isNot || isEmpty || Object.values(values).some(part => toList(part).length > 1)

/** What the open menu or panel of a filter needs. */
export type OpenFilter = {
  resource: AnyEntity
  name: string
  filter: Filter
  field: Field
  state: FilterState
  /** Number of rows for each option under the other filters; undefined if unknown. */
  counts: ReadonlyMap<string, number> | undefined
  onApply: (state: FilterState) => void
  onClose: () => void
}
