import type { QueryClient } from '@tanstack/react-query'

import type { AnyResource } from '../resources/kit/index.ts'
import { type Access, isAllowed } from './access.ts'
import { currentIdentity, currentPermissions } from './authProvider.ts'

/** What react-admin's controllers and `RouteGuard` ask before they show a screen; the key of the query consists of it. */
export const screenAccess = (resource: string, action: string) => ({ resource, action, enabled: true })

const actionsOf = ({ views, pages }: AnyResource) => [
  ...(['list', 'show', 'edit', 'create'] as const),
  ...[...Object.values(views), ...Object.values(pages)].map(({ path }) => path),
]

/**
 * Answers in React Query's cache what react-admin asks of the authProvider before every read. It would wait for two queries
 * one after the other (`checkAuth`, `canAccess`) and draw again after each; with an answer in the cache it goes on at once
 * and asks again in the background.
 */
export const seedAuthQueries = (client: QueryClient, resources: readonly AnyResource[], access: Access) => {
  const identity = currentIdentity()
  // A cookie that is gone is for `checkAuth` to find.
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
