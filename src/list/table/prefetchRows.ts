import type { QueryClient } from '@tanstack/react-query'
import { type DataProvider, getQuery, parseQueryFromLocation, type Store } from 'ra-core'

import { visitKeyOf } from '../../../providers/store.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { storeKeyOf } from '../../session/storeKey.ts'
import { listDefaultsOf } from '../views/views.ts'

type PrefetchContext = { client: QueryClient; dataProvider: DataProvider; store: Store }

/**
 * Fetches the rows of a list while its code is still loading. The query key has to equal the one that react-admin's list
 * computes; otherwise the rows would be fetched twice.
 */
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
  return client.prefetchQuery({
    queryKey: [resource.name, 'getList', { ...params, meta: undefined }],
    queryFn: ({ signal }) => dataProvider.getList(resource.name, { ...params, signal }),
  })
}
