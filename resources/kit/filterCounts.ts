import { z } from 'zod'

import { type Call, type Feature, getCall } from './call.ts'
import { addressPart } from './extensionNames.ts'
import type { Field } from './field.ts'
import type { Filter, Filters } from './filter.ts'
import { kindOf, optionsOf } from './kinds/kinds.ts'

/** The number of rows for each option of a filter. `option` is written as in a query string. */
const optionCounts = z.array(z.object({ option: z.string(), count: z.int() }))

/** The number of rows for one option of a filter. */
export type OptionCount = z.output<typeof optionCounts>[number]

/** The call that counts rows by the options of one filter, and the names of the filters that it supports. */
export type FilterCounts = { call: Call; names: readonly string[] }

/** The possible values of a field, if its declaration or its kind lists them. */
export const listedValues = (field: Field): readonly (string | number)[] | undefined =>
  optionsOf(field)?.map(([value]) => value)

/** Only filters for one of several values can be counted; a range or a part of a text has no options. */
const isCountable = ({ field, compare }: Filter) =>
  compare !== 'contains' && compare !== 'days' && (optionsOf(field) ?? kindOf(field).refersTo) !== undefined

type CountedList = {
  name: string
  /** The filters that the list offers. */
  filters: Filters
  listCall: Call
  /** Values that all records of the list have; the server applies these conditions by itself. */
  fixed: object
  feature: Feature | undefined
}

/**
 * An additional call. For one filter of a list it answers how many rows each option would leave, given the other
 * filters. It takes the parameters of the list without page and order. The answer is null if there are too many rows
 * to count.
 */
export const filterCountsOf = ({
  name,
  filters,
  listCall,
  fixed,
  feature,
}: CountedList): FilterCounts | undefined => {
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
  // The rows of a public list may depend on the filter itself. Administrators see the same rows with and without it.
  const countCaller = listCall.who === 'public' ? 'admin' : listCall.who
  const options = { isAddition: true, ...(feature !== undefined && { feature }) } as const
  return {
    call: getCall(
      `/filterCounts/${addressPart(name)}`,
      countCaller,
      input,
      () => optionCounts.nullable(),
      options,
    ),
    names,
  }
}
