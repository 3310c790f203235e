import type { AnyEntity } from '../../../resources/kit/index.ts'
import type { BoundCall } from '../../context/checks.ts'

type CountQuery = Readonly<Record<string, unknown>> & { count: string }

/**
 * The calls that count a list's rows for each option of its filters, within the same scope as the list
 * itself.
 */
export const filterCountsOfLists = (
  resources: readonly AnyEntity[],
  bounds: readonly BoundCall[],
): BoundCall[] =>
  resources.flatMap(({ name, filterCounts, calls, crud, fixed }) => {
    const listing = bounds.find(it => it.call === calls[crud.list ?? ''])?.listing
    if (!filterCounts || !listing) return []
    const handle: BoundCall['handle'] = async (input, context) => {
      const { count, ...query } = input as CountQuery
      return (await listing.optionCounts?.({ ...query, ...fixed }, context, count)) ?? null
    }
    const bound = { name: `${name}.filterCounts`, call: filterCounts.call, feature: undefined, handle }
    return [{ ...bound, isOutside: false, isList: true }]
  })
