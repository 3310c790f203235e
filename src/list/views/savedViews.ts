import { useListContext, useStore } from 'ra-core'

import { isBlank } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import type { ColumnArrangement, Columns } from '../table/columns.ts'
import {
  type ListView,
  type ListViews,
  noViews,
  type SharedStart,
  type ViewContent,
  viewsKeyOf,
} from './views.ts'

/** The user's saved views of a list, stored with the account. */
export const useListViews = (resource: AnyEntity) => {
  const [stored, setViews] = useStore<ListViews>(viewsKeyOf(resource), noViews)
  const { views, start, sharedStart = null } = stored
  return {
    views,
    start: sharedStart ? null : start,
    sharedStart,
    /** Saves a view; replaces one of the same name. */
    save: (view: ListView) =>
      setViews({ ...stored, views: [...views.filter(({ name }) => name !== view.name), view] }),
    rename: (from: string, to: string) =>
      setViews({
        ...stored,
        start: start === from ? to : start,
        views: views
          .filter(({ name }) => name === from || name !== to)
          .map(view => (view.name === from ? { ...view, name: to } : view)),
      }),
    /** Removes a view; `sharedInstead` is its shared copy, which takes its place as the default. */
    remove: (name: string, sharedInstead: SharedStart | null = null) =>
      setViews({
        views: views.filter(view => view.name !== name),
        start: start === name ? null : start,
        sharedStart: sharedStart ?? (start === name ? sharedInstead : null),
      }),
    setStart: (name: string | null) => setViews({ views, start: name, sharedStart: null }),
    setSharedStart: (view: SharedStart | null) => setViews({ views, start: null, sharedStart: view }),
  }
}

/** The current filters, order, page size, columns and density as a view. */
export const useCurrentView = (resource: AnyEntity, columns: Columns): ViewContent => {
  const { filterValues, sort, perPage } = useListContext()
  const { arrangement, density } = columns
  return { filter: filterValues, sort, perPage, columns: wholeArrangement(arrangement, resource), density }
}

const parameters = { columns: 'columns', density: 'density' } as const
/** Marks hidden columns in an address. */
const hiddenMark = '-'

/**
 * Query string that opens the list with this view at its first page: react-admin's parameters, and the columns in
 * their order with a mark at hidden ones.
 */
export const viewSearch = ({ filter, sort, perPage, columns: { order, hidden }, density }: ViewContent) => {
  const names = [...new Set([...order, ...hidden])]
  const filled = Object.entries(filter).filter(([, value]) => !isBlank(value))
  return `?${new URLSearchParams({
    filter: JSON.stringify(Object.fromEntries(filled)),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
    [parameters.columns]: names.map(name => (hidden.includes(name) ? hiddenMark + name : name)).join(','),
    [parameters.density]: density,
  })}`
}

/** The columns and density in an address; null if it has none. Names that the list does not have are dropped. */
export const arrangementInSearch = (search: string, resource: Pick<AnyEntity, 'list'>) => {
  const params = new URLSearchParams(search)
  const [columns, density] = [params.get(parameters.columns), params.get(parameters.density)]
  if (columns === null) return null
  const listed = columns.split(',').map(part => ({
    name: part.startsWith(hiddenMark) ? part.slice(hiddenMark.length) : part,
    isHidden: part.startsWith(hiddenMark),
  }))
  params.delete(parameters.columns)
  params.delete(parameters.density)
  return {
    columns: wholeArrangement(
      {
        order: listed.map(({ name }) => name),
        hidden: listed.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      },
      resource,
    ),
    density: density === 'compact' ? ('compact' as const) : ('comfortable' as const),
    /** The address without columns and density, as react-admin writes it. */
    rest: `?${params}`,
  }
}

/** An arrangement with every column of the list named once, and hidden ones in their order. */
export const wholeArrangement = ({ order, hidden }: ColumnArrangement, { list }: Pick<AnyEntity, 'list'>) => {
  const known = order.filter(name => list.includes(name))
  const all = [...known, ...list.filter(name => !known.includes(name))]
  return { order: all, hidden: all.filter(name => name !== list[0] && hidden.includes(name)) }
}
