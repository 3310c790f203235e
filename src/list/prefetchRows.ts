import type { QueryClient } from '@tanstack/react-query'
import { type DataProvider, getQuery, parseQueryFromLocation, type Store } from 'ra-core'

import { visitKeyOf } from '../../providers/store.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { storeKeyOf } from '../shell/storeKey.ts'
import { listDefaultsOf } from './views.ts'

type Sources = { client: QueryClient; dataProvider: DataProvider; store: Store }

/**
 * Asks for the rows a list will show, beside the code that shows them. The key is the one that react-admin's list
 * computes; were it another, the rows would be asked for twice.
 */
export const prefetchRows = (
  resource: AnyEntity,
  search: string,
  { client, dataProvider, store }: Sources,
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
