import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import type { Log } from '../process/log.ts'

/** Limit in milliseconds, of computing without a pause and of a whole request. */
const most = 1_000
const lookMs = 200

/** Computing of this thread alone: a busy machine makes a request slow, not this count. */
const computedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Logs each request that took longer than a second, and those that blocked the thread: while it computes, no timer and no
 * other request gets its turn, so that the requests in progress after a second without a turn are the suspects.
 */
export const nameSlowRequests = (log: Log, requestIdOf: (http: Context) => string): MiddlewareHandler => {
  const running = new Set<() => string>()
  let before = 0
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = computedMs()
    const ms = Math.round(now - before)
    before = now
    if (ms >= most)
      log.warn({ ms, requests: [...running].map(name => name()) }, 'a request computed too long')
  }
  return async (http, next) => {
    const name = () =>
      `${http.req.method} ${matchedRoutes(http).findLast(it => !it.path.endsWith('*'))?.path}`
    if (running.size > 0) look()
    else {
      before = computedMs()
      timer = setInterval(look, lookMs).unref()
    }
    running.add(name)
    const begun = performance.now()
    try {
      await next()
    } finally {
      look()
      running.delete(name)
      const ms = Math.round(performance.now() - begun)
      if (ms >= most)
        log.warn({ ms, request: name(), requestId: requestIdOf(http) }, 'a request took longer than a second')
      if (running.size === 0) clearInterval(timer)
    }
  }
}
