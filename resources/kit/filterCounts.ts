import { z } from 'zod'

import { type Call, type Feature, get } from './call.ts'
import type { Field } from './field.ts'
import type { Filter, Filters } from './filter.ts'
import { traitsOf } from './kinds.ts'

/** How many rows of a list each option of a filter would leave; the option as it stands in a query. */
const optionCounts = z.array(z.object({ option: z.string(), count: z.int() }))

/** How many rows have one option of a filter. */
export type OptionCount = z.output<typeof optionCounts>[number]

/** The call that counts rows by the options of one filter, and the filters that it knows. */
export type FilterCounts = { call: Call; names: readonly string[] }

/** The values that a field is one of, where its declaration lists them. */
export const listedValues = (field: Field): readonly (string | number)[] | undefined =>
  'options' in field ? field.options.map(([value]) => value) : traitsOf(field).values

/** Filters that ask for one of some values; a range or a part of a text has no options. */
const isCountable = ({ field, compare }: Filter) =>
  compare !== 'contains' &&
  compare !== 'days' &&
  (listedValues(field) ?? traitsOf(field).refersTo) !== undefined

type Counted = {
  name: string
  /** The filters that the list offers. */
  filters: Filters
  listCall: Call
  /** Conditions that every record of the list meets; the server applies them without being asked. */
  fixed: object
  feature: Feature | undefined
}

/**
 * An addition that answers, for one filter of a list, how many rows each of its options would leave under the other
 * filters that are set. It takes what the list takes, without page and order. Null where there are too many rows to count.
 */
export const filterCountsOf = ({
  name,
  filters,
  listCall,
  fixed,
  feature,
}: Counted): FilterCounts | undefined => {
  const names = Object.keys(filters).filter(filter => isCountable(filters[filter]!))
  if (names.length === 0) return undefined
  const isOwn = (parameter: string) =>
    !['pageNum', 'pageSize', 'sortField', 'sortOrder', 'ids', ...Object.keys(fixed)].includes(parameter)
  const input = () =>
    z.strictObject({
      ...Object.fromEntries(
        Object.entries((listCall.input as z.ZodObject).shape).filter(([parameter]) => isOwn(parameter)),
      ),
      count: z.enum(names, { error: '请选择筛选条件' }),
    })
  // What a list for everybody shows may depend on the filter itself; administrators see the same rows with and without.
  const who = listCall.who === 'public' ? 'admin' : listCall.who
  const options = { isAddition: true, ...(feature !== undefined && { feature }) } as const
  return {
    call: get(`/filterCounts/${name}`, who, input, () => optionCounts.nullable(), options),
    names,
  }
}
