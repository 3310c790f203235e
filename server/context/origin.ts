import type { Context as HttpContext } from 'hono'

import type { Runtime } from './runtime.ts'

/** The address of the server as the reader of an answer reaches it, for links in answers. */
export const originOf = ({ hostOf, isSecure }: Pick<Runtime, 'hostOf' | 'isSecure'>, http: HttpContext) => {
  const { host, hostname } = new URL(http.req.url)
  const name = hostOf(http)
  return `${isSecure ? 'https' : 'http'}://${name === '' || name === hostname ? host : name}`
}
