import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type DataProvider,
  type GetListParams,
  getQuery,
  parseQueryFromLocation,
  type SortPayload,
  type Store,
  useDataProvider,
  useListContext,
} from 'ra-core'

import { visitKeyOf } from '../../../providers/store.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { storeKeyOf } from '../../session/storeKey.ts'
import { listDefaultsOf } from '../views/views.ts'

type RowParams = Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>

/**
 * The query of react-admin's list. Its key has to equal the one that react-admin computes; otherwise the rows would be
 * fetched twice.
 */
const rowsQuery = (dataProvider: DataProvider, resource: string, params: RowParams) => ({
  queryKey: [resource, 'getList', { ...params, meta: undefined }],
  queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.getList(resource, { ...params, signal }),
})

type PrefetchContext = { client: QueryClient; dataProvider: DataProvider; store: Store }

/** Fetches the rows of a list while its code is still loading. */
export const prefetchRows = (
  resource: AnyEntity,
  search: string,
  { client, dataProvider, store }: PrefetchContext,
) => {
  const { page, perPage, sort, order, filter } = getQuery({
    queryFromLocation: parseQueryFromLocation({ search }),
    params: store.getItem(visitKeyOf(storeKeyOf(resource)), {}),
    ...listDefaultsOf(resource, store),
  })
  const params = { pagination: { page, perPage }, sort: { field: sort, order }, filter: { ...filter } }
  return client.prefetchQuery(rowsQuery(dataProvider, resource.name, params))
}

/** Returns a function that fetches another page or order of the current list, before the button for it is pressed. */
export const usePrefetchRows = () => {
  const client = useQueryClient()
  const dataProvider = useDataProvider()
  const { resource, perPage, sort: currentSort, filter, filterValues } = useListContext()
  return ({ page = 1, sort = currentSort }: { page?: number; sort?: SortPayload }) => {
    const params = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter } }
    void client.prefetchQuery(rowsQuery(dataProvider, resource, params))
  }
}
