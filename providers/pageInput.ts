import type { GetListParams } from 'ra-core'

import { isBlank } from '../resources/domain/sameness.ts'
import type { AnyEntity } from '../resources/kit/index.ts'

/** Converts react-admin's list parameters to the input of a list call, without empty values. */
export const pageInput = (
  { sortable }: Pick<AnyEntity, 'sortable'>,
  { pagination, sort, filter }: GetListParams,
) => {
  const { q, keyword = q, ...filters }: Record<string, unknown> = filter ?? {}
  const isSortable = sort && sortable.includes(sort.field)
  const input = {
    pageNum: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? 10,
    ...(isSortable && { sortField: sort.field, sortOrder: sort.order.toLowerCase() }),
    keyword,
    ...filters,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !isBlank(value)))
}
