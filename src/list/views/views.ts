import type { Store } from 'ra-core'

import type { AnyEntity } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/index.ts'
import type { Density } from '../../theme/density.ts'
import { defaultPageSize, storeKeyOf } from '../../session/storeKey.ts'
import type { ColumnArrangement } from '../table/columns.ts'

/** What a saved view of a list restores. */
export type ViewContent = {
  filter: Record<string, unknown>
  sort: { field: string; order: 'ASC' | 'DESC' }
  perPage: number
  columns: ColumnArrangement
  density: Density
}

/** A view that was applied, under the name that the list shows. */
export type AppliedView = { name: string; content: ViewContent }

/** A saved view of a list. */
export type ListView = ViewContent & { name: string }

/** A copy of the shared view with which a list opens; the list does not wait for the server. */
export type SharedStart = ViewContent & { id: number; version: number }

/**
 * The views of a list in the account's preferences. `start` is the name of the view that is applied when the list
 * opens, unless that is a shared one.
 */
export type ListViews = {
  views: readonly ListView[]
  start: string | null
  sharedStart?: SharedStart | null
}

export const noViews: ListViews = { views: [], start: null }

export const viewsKeyOf = (resource: AnyEntity) => `${storeKeyOf(resource)}.views`

/** Filter, order and page size of a list whose address has none. */
export const listDefaultsOf = (resource: AnyEntity, store: Pick<Store, 'getItem'>) => {
  const stored: unknown = store.getItem(viewsKeyOf(resource))
  const { views, start, sharedStart } = isPlainObject(stored) ? { ...noViews, ...stored } : noViews
  const view = sharedStart ?? views.find(({ name }) => name === start)
  return {
    filterDefaultValues: view?.filter,
    sort: view?.sort ?? resource.sort,
    perPage: view?.perPage ?? defaultPageSize,
    /** Whether the default view is a shared one, of which the account has a copy. */
    isShared: sharedStart != null,
  }
}
