import { isBlank } from '../../../../resources/domain/sameness.ts'
import { type AnyEntity, takesSeveral } from '../../../../resources/kit/index.ts'

/** The filter of a list for a call that takes it in its JSON body. */
export const filterQuery = (
  { filters }: Pick<AnyEntity, 'filters'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      // In a query string a single value and a list with one entry look the same; a JSON body distinguishes them.
      .map(([name, value]) => [name, filters[name] && takesSeveral(filters[name]) ? [value].flat() : value]),
  )
