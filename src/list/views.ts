import { type Store, useStore } from 'ra-core'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { isPlainObject } from '../../resources/kit/index.ts'
import type { Density } from '../shell/density.ts'
import { defaultPageSize, storeKeyOf } from '../shell/storeKey.ts'
import type { ColumnArrangement } from './columns.ts'

/** A saved view of a list. */
export type ListView = {
  name: string
  filter: Readonly<Record<string, unknown>>
  sort: { field: string; order: 'ASC' | 'DESC' }
  perPage: number
  columns: ColumnArrangement
  density: Density
}

/** `start` is the name of the view that is applied when the list opens. */
type ListViews = { views: readonly ListView[]; start: string | null }

const noViews: ListViews = { views: [], start: null }

const viewsKeyOf = (resource: AnyEntity) => `${storeKeyOf(resource)}.views`

/** The user's saved views of a list, stored with the account. */
export const useListViews = (resource: AnyEntity) => {
  const [{ views, start }, setViews] = useStore<ListViews>(viewsKeyOf(resource), noViews)
  return {
    views,
    start,
    /** Saves a view; replaces one of the same name. */
    save: (view: ListView) =>
      setViews({ start, views: [...views.filter(({ name }) => name !== view.name), view] }),
    remove: (name: string) =>
      setViews({ start: start === name ? null : start, views: views.filter(view => view.name !== name) }),
    setStart: (name: string | null) => setViews({ start: name, views }),
  }
}

/** Filter, order and page size of a list whose address has none. */
export const listDefaultsOf = (resource: AnyEntity, store: Pick<Store, 'getItem'>) => {
  const stored: unknown = store.getItem(viewsKeyOf(resource))
  const { views, start } = isPlainObject(stored) ? { ...noViews, ...stored } : noViews
  const view = views.find(({ name }) => name === start)
  return {
    filterDefaultValues: view?.filter,
    sort: view?.sort ?? resource.sort,
    perPage: view?.perPage ?? defaultPageSize,
  }
}

/** Query string that makes react-admin open the list with this view, at its first page. */
export const viewSearch = ({ filter, sort, perPage }: Omit<ListView, 'name' | 'columns' | 'density'>) =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
  })}`
