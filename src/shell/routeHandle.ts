import { useMatches } from 'react-router-dom'

import type { Route } from '../../resources/kit/index.ts'

/** The label is translated where it is drawn. */
export type Crumb = { label: string; path?: string }

/** What the shell knows of the screen it shows; the `handle` of its route. */
export type RouteHandle = {
  route: Route
  /** The name of the first resource that declares the route. */
  resource: string
  crumbs: readonly Crumb[]
  /** Asks for the data that the screen begins with. */
  prefetch: (id: string | undefined, search: string) => void
}

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'crumbs' in handle

/** Whether something else stands in the address where the number of a record belongs. */
export const useIsNoRecord = () => {
  const id = useMatches().at(-1)?.params['id']
  return id !== undefined && !/^\d+$/.test(id)
}

/** The screen that is open; none at an address of which nobody knows. */
export const useRouteHandle = (): RouteHandle | undefined => {
  const handle = useMatches().findLast(it => it.handle !== undefined)?.handle
  const isNoRecord = useIsNoRecord()
  return isRouteHandle(handle) && !isNoRecord ? handle : undefined
}
