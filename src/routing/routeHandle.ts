import { useMatches } from 'react-router-dom'

import type { Route } from '../../resources/kit/index.ts'

/** The label is translated when it is rendered. */
export type Crumb = { label: string; path?: string }

/** What the layout knows about a page; stored as `handle` of its route. */
export type RouteHandle = {
  route: Route
  /** The name of the first resource that declares the route. */
  resource: string
  crumbs: readonly Crumb[]
  /** Starts fetching the data that the page needs first. */
  prefetch: (id: string | undefined, search: string) => void
}

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'crumbs' in handle

/** Whether the address has something else than a number in place of a record's id. */
export const useHasInvalidId = () => {
  const id = useMatches().at(-1)?.params['id']
  return id !== undefined && !/^\d+$/.test(id)
}

/** Handle of the current route; undefined for unknown addresses. */
export const useRouteHandle = (): RouteHandle | undefined => {
  const handle = useMatches().findLast(it => it.handle !== undefined)?.handle
  const isNoRecord = useHasInvalidId()
  return isRouteHandle(handle) && !isNoRecord ? handle : undefined
}
