import type { MiddlewareHandler } from 'hono'

/** Where the client and the interface are served, without a slash at the end. */
export type Paths = { basePath: string; apiPath: string }

export const standardPaths: Paths = { basePath: '/web', apiPath: '/api' }

/** What stands before `/files` or `/upload` in an address; another site's address may contain the same path further behind. */
const pathsOfUploads = /(?<![\w.-])(?:\/[\w-]{1,40}){1,6}?(?=\/(?:files|upload)\b)/g

const replacePath = (text: string, from: string, to: string) =>
  text.replaceAll(pathsOfUploads, path => (path === from ? to : path))

/** Addresses of uploads as they are stored, from a text that names them as they are served. */
export const storedAddresses = (apiPath: string) => {
  const { apiPath: stored } = standardPaths
  return apiPath === stored ? (text: string) => text : (text: string) => replacePath(text, apiPath, stored)
}

/** Lets the JSON of each answer name uploads where they are served, in the text of articles too. */
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
