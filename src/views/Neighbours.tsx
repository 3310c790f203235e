import { useQueryClient } from '@tanstack/react-query'
import { type GetListResult, type ListParams, useStore } from 'ra-core'
import { Link } from 'react-router-dom'

import type { AnyResource, View } from '../../resources/kit/index.ts'
import { PageActions } from '../layout/pageSlots.tsx'
import { defaultPageSize, storeKeyOf } from './list/storeKey.ts'

type Props = { resource: AnyResource; id: number; view: View & ('show' | 'edit') }

/** The rows beside this one on the page of the list that was last seen; nothing is asked of the server for it. */
const useNeighbours = (resource: AnyResource, id: number) => {
  const { field, order: byDefault } = resource.sort
  const [{ sort, order, page, perPage, filter }] = useStore<ListParams>(storeKeyOf(resource), {
    sort: field,
    order: byDefault,
    page: 1,
    perPage: defaultPageSize,
    filter: {},
    displayedFilters: {},
  })
  const params = { pagination: { page, perPage }, sort: { field: sort, order }, filter }
  const seen = useQueryClient().getQueryData<GetListResult>([resource.name, 'getList', params])
  const ids = seen?.data.map(it => it.id) ?? []
  const at = ids.indexOf(id)
  return at < 0 ? [] : [ids[at - 1], ids[at + 1]]
}

export const Neighbours = ({ resource, id, view }: Props) => {
  const [before, after] = useNeighbours(resource, id)
  const path = resource.views[view]?.path
  if (!path || (before === undefined && after === undefined)) return null
  const link = (label: string, to: unknown) =>
    to === undefined ? (
      <span className="button button-quiet is-off" aria-disabled>
        {label}
      </span>
    ) : (
      <Link className="button button-quiet" to={path.replace(':id', String(to))}>
        {label}
      </Link>
    )
  return (
    <PageActions>
      {link('上一条', before)}
      {link('下一条', after)}
    </PageActions>
  )
}
