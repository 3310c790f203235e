import { useMatches } from 'react-router-dom'

import type { Route } from '../../resources/kit/index.ts'

export type Crumb = { label: string; path?: string }

/** What the shell knows of the screen it shows; the `handle` of its route. */
export type Screen = { route: Route; crumbs: readonly Crumb[] }

/** The screen that is open; none at an address of which nobody knows. */
export const useScreen = (): Screen | undefined => {
  const handle = useMatches().findLast(it => it.handle !== undefined)?.handle
  return handle as Screen | undefined
}
