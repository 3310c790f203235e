import type { MiddlewareHandler } from 'hono'

/** The paths of the client and the interface, without a slash at the end. */
export type Paths = { basePath: string; apiPath: string }

export const standardPaths: Paths = { basePath: '/web', apiPath: '/api' }

/**
 * Matches the path in front of `/files` or `/upload` in an address; the lookbehind skips the same path
 * further behind in another site's address.
 */
const uploadPathPattern = /(?<![\w.-])(?:\/[\w-]{1,40}){1,6}?(?=\/(?:files|upload)\b)/g

const replacePath = (text: string, from: string, to: string) =>
  text.replaceAll(uploadPathPattern, path => (path === from ? to : path))

/** Replaces the served addresses of uploads in a text by the stored ones. */
export const storedAddresses = (apiPath: string) => {
  const { apiPath: storedPath } = standardPaths
  return apiPath === storedPath
    ? (text: string) => text
    : (text: string) => replacePath(text, apiPath, storedPath)
}

/**
 * Middleware that replaces the stored addresses of uploads in each JSON answer, article texts included, by
 * the served ones.
 */
export const nameServedAddresses =
  (apiPath: string): MiddlewareHandler =>
  async (http, next) => {
    await next()
    const answer = http.res
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return
    const text = await answer.text()
    http.res = undefined
    http.res = new Response(replacePath(text, standardPaths.apiPath, apiPath), answer)
  }
