import { useCanAccess } from 'ra-core'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom'

import { mustSecureAccountFirst, refusalCauseFor } from '../../providers/access.ts'
import { screenAccess } from '../../providers/authCache.ts'
import { type RouteHandle, useIsNoRecord, useRouteHandle } from './routeHandle.ts'
import { useSession } from './sessionContext.ts'
import { Spinner, useIsSlow } from './Spinner.tsx'
import { lazyComponent } from './lazyComponent.tsx'

export const RefusedPage = lazyComponent(() => import('./NoPermission.tsx').then(it => it.NoPermission))
const NotFound = lazyComponent(() => import('./NotFound.tsx').then(it => it.NotFound))

const passwordPath = '/app/user/account/passwd'
const accountPath = '/app/user/account/settings'

/**
 * Shows the screen, or why not. Only a courtesy: the server refuses what is not allowed, whatever is drawn here
 * (promise Q64).
 */
export const RouteGuard = () => {
  const { self } = useSession()
  const screen = useRouteHandle()
  const isNoRecord = useIsNoRecord()
  const { pathname, search } = useLocation()
  const isSlow = useIsSlow(useNavigation().state === 'loading')

  if (mustSecureAccountFirst(self)) {
    const only = self.mustChangePwd ? passwordPath : accountPath
    // Whatever the firm has switched off: without this page nobody gets on.
    if (pathname === only && screen) return <AllowedScreen {...screen} isForced />
    return <Navigate to={only} replace state={{ wanted: pathname + search }} />
  }
  if (isSlow) return <Spinner />
  if (isNoRecord) return <NotFound />
  return screen ? <AllowedScreen {...screen} /> : <Outlet />
}

/**
 * The authProvider decides; the page that stands in for the screen says why. `isForced`: shown in any case, and without
 * being drawn anew when it no longer is.
 */
const AllowedScreen = ({ resource, route, isForced = false }: RouteHandle & { isForced?: boolean }) => {
  const { access } = useSession()
  const { canAccess } = useCanAccess(screenAccess(resource, route.path))
  if (isForced || canAccess) return <Outlet />
  if (canAccess === undefined) return <Spinner />
  return <RefusedPage refused={refusalCauseFor(route, access) ?? 'role'} capability={route.capability} />
}
