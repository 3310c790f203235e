import type { QueryClient } from '@tanstack/react-query'

import type { AnyResource } from '../resources/kit/index.ts'
import { type Access, isAllowed } from './access.ts'
import { currentIdentity, currentPermissions } from './authProvider.ts'

/**
 * The parameters with which react-admin's controllers and `RouteGuard` ask for access to a screen; the query key
 * consists of them.
 */
export const screenAccess = (resource: string, action: string) => ({ resource, action, enabled: true })

const actionsOf = ({ views, pages }: AnyResource) => [
  ...(['list', 'show', 'edit', 'create'] as const),
  ...[...Object.values(views), ...Object.values(pages)].map(({ path }) => path),
]

/**
 * Puts the answers of the authProvider into React Query's cache. Without them react-admin waits for two queries in
 * sequence (`checkAuth`, `canAccess`) before every screen and renders again after each; with them it continues at
 * once and asks again in the background.
 */
export const seedAuthQueries = (client: QueryClient, resources: readonly AnyResource[], access: Access) => {
  const identity = currentIdentity()
  // `checkAuth` handles a missing cookie.
  if (!identity) return
  client.setQueryData(['auth', 'checkAuth', {}], true)
  client.setQueryData(['auth', 'getIdentity'], identity)
  client.setQueryData(['auth', 'getPermissions', {}], currentPermissions())
  for (const resource of resources)
    for (const action of actionsOf(resource))
      client.setQueryData(
        ['auth', 'canAccess', screenAccess(resource.name, action)],
        isAllowed(access, resource, action),
      )
}
