import { type Store, useStore } from 'ra-core'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { isPlainObject } from '../../resources/kit/index.ts'
import type { Density } from '../shell/density.ts'
import { defaultPageSize, storeKeyOf } from '../shell/storeKey.ts'
import type { Arrangement } from './columns.ts'

/** How somebody looks at a list, under a name. */
export type ListView = {
  name: string
  filter: Readonly<Record<string, unknown>>
  sort: { field: string; order: 'ASC' | 'DESC' }
  perPage: number
  columns: Arrangement
  density: Density
}

/** `start` names the view with which the list opens. */
type ListViews = { views: readonly ListView[]; start: string | null }

const none: ListViews = { views: [], start: null }

const viewsKeyOf = (resource: AnyEntity) => `${storeKeyOf(resource)}.views`

/** The views that somebody has of a list, kept on the account. */
export const useListViews = (resource: AnyEntity) => {
  const [{ views, start }, write] = useStore<ListViews>(viewsKeyOf(resource), none)
  return {
    views,
    start,
    /** A view of the same name is replaced. */
    save: (view: ListView) =>
      write({ start, views: [...views.filter(({ name }) => name !== view.name), view] }),
    remove: (name: string) =>
      write({ start: start === name ? null : start, views: views.filter(view => view.name !== name) }),
    setStart: (name: string | null) => write({ start: name, views }),
  }
}

/** With which filter, order and page size the list opens where the address says nothing. */
export const listDefaultsOf = (resource: AnyEntity, store: Pick<Store, 'getItem'>) => {
  const stored: unknown = store.getItem(viewsKeyOf(resource))
  const { views, start } = isPlainObject(stored) ? { ...none, ...stored } : none
  const view = views.find(({ name }) => name === start)
  return {
    filterDefaultValues: view?.filter,
    sort: view?.sort ?? resource.sort,
    perPage: view?.perPage ?? defaultPageSize,
  }
}

/** The query of an address that opens the list so, at its first page; react-admin reads it. */
export const searchOf = ({ filter, sort, perPage }: Omit<ListView, 'name' | 'columns' | 'density'>) =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
  })}`
