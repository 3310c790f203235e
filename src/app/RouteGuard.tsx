import { useCanAccess } from 'ra-core'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom'

import { refusalCauseFor } from '../../providers/access.ts'
import { mustSecureAccountFirst } from '../../resources/domain/accountSetup.ts'
import { screenAccess } from '../../providers/authCache.ts'
import { type RouteHandle, useHasInvalidId, useRouteHandle } from '../routing/routeHandle.ts'
import { useSession } from '../session/sessionContext.ts'
import { Spinner, useIsSlow } from '../ui/Spinner.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'

export const RefusedPage = lazyComponent(() =>
  import('../states/NoPermission.tsx').then(it => it.NoPermission),
)
const NotFound = lazyComponent(() => import('../states/NotFound.tsx').then(it => it.NotFound))

const passwordPath = '/app/user/account/passwd'
const accountPath = '/app/user/account/settings'

/**
 * Renders the page, or says why the user may not open it. This is for convenience only: the server refuses forbidden
 * calls anyway (promise Q64).
 */
export const RouteGuard = () => {
  const { self } = useSession()
  const screen = useRouteHandle()
  const isNoRecord = useHasInvalidId()
  const { pathname, search } = useLocation()
  const isSlow = useIsSlow(useNavigation().state === 'loading')

  if (mustSecureAccountFirst(self)) {
    const only = self.mustChangePwd ? passwordPath : accountPath
    // Shown even if the firm has switched it off, because the user cannot continue without this page.
    if (pathname === only && screen) return <AllowedScreen {...screen} isForced />
    return <Navigate to={only} replace state={{ wanted: pathname + search }} />
  }
  if (isSlow) return <Spinner />
  if (isNoRecord) return <NotFound />
  return screen ? <AllowedScreen {...screen} /> : <Outlet />
}

/**
 * Renders the page if react-admin's authProvider allows it, otherwise the reason. With `isForced` the page is always
 * shown; it stays mounted when the flag goes.
 */
const AllowedScreen = ({ resource, route, isForced = false }: RouteHandle & { isForced?: boolean }) => {
  const { access } = useSession()
  const { canAccess } = useCanAccess(screenAccess(resource, route.path))
  if (isForced || canAccess) return <Outlet />
  if (canAccess === undefined) return <Spinner />
  return <RefusedPage refused={refusalCauseFor(route, access) ?? 'role'} capability={route.capability} />
}
