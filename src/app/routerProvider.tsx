import { reactRouterProvider, type RouterLinkProps, type RouterProvider, type RouterTo } from 'ra-core'
import { useCallback } from 'react'

/**
 * Router for react-admin. It links to `/cards/7`, whereas the customer's address is `/app/card/edit/7`. `useCreatePath`
 * cannot be replaced (react-admin #9129), so this router converts links; the current location is always the customer's.
 */
export const createRouterProvider = (publicPath: (path: string) => string): RouterProvider => {
  const { Link, Navigate, useNavigate, useMatch } = reactRouterProvider
  const toPublic = (to: RouterTo): RouterTo =>
    typeof to === 'string' ? publicPath(to) : to.pathname ? { ...to, pathname: publicPath(to.pathname) } : to
  return {
    ...reactRouterProvider,
    Link: ({ to, ...rest }: RouterLinkProps) => <Link {...rest} to={toPublic(to)} />,
    Navigate: ({ to, ...rest }) => <Navigate {...rest} to={toPublic(to)} />,
    useNavigate: () => {
      const navigate = useNavigate()
      return useCallback(
        (to, options) => navigate(typeof to === 'number' ? to : toPublic(to), options),
        [navigate],
      )
    },
    useMatch: pattern => useMatch({ ...pattern, path: publicPath(pattern.path) }),
  }
}
