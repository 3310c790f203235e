import { isBlank } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'

/** What a list is filtered by, as a call takes it that gets the filter in its body. */
export const filterQuery = (
  { filters }: Pick<AnyEntity, 'filters'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      // A query has one text for one value and for a list of one; a body tells them apart.
      .map(([name, value]) => [name, filters[name]?.compare === 'oneOf' ? [value].flat() : value]),
  )
