import { reactRouterProvider, type RouterLinkProps, type RouterProvider, type RouterTo } from 'ra-core'
import { useCallback } from 'react'

/**
 * react-admin links to `/cards/7`; the customer's addresses are `/app/card/edit/7`. `useCreatePath` can't be replaced
 * (react-admin #9129), so what goes out through the router is translated; the location itself is always the real one.
 */
export const routerProviderOf = (publicPath: (path: string) => string): RouterProvider => {
  const { Link, Navigate, useNavigate, useMatch } = reactRouterProvider
  const mapped = (to: RouterTo): RouterTo =>
    typeof to === 'string' ? publicPath(to) : to.pathname ? { ...to, pathname: publicPath(to.pathname) } : to
  return {
    ...reactRouterProvider,
    Link: ({ to, ...rest }: RouterLinkProps) => <Link {...rest} to={mapped(to)} />,
    Navigate: ({ to, ...rest }) => <Navigate {...rest} to={mapped(to)} />,
    useNavigate: () => {
      const navigate = useNavigate()
      return useCallback(
        (to, options) => navigate(typeof to === 'number' ? to : mapped(to), options),
        [navigate],
      )
    },
    useMatch: pattern => useMatch({ ...pattern, path: publicPath(pattern.path) }),
  }
}
