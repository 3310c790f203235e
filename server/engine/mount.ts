import { type Context as HttpContext, Hono } from 'hono'
import type { z } from 'zod'
import { fileAnswer } from '../../resources/kit/index.ts'
import { envelope } from '../context/envelope.ts'
import { withoutSecretMessage } from './idempotency.ts'
import type { BoundCall } from '../context/checks.ts'
import type { Runtime } from '../context/runtime.ts'
import { serializeFor } from './serialize.ts'
import { decoderOf } from './wire.ts'
import { answer } from './answer.ts'

/** Thrown for a path that is served, but not with this HTTP method. */
export class WrongMethod extends Error {}

/** Sorts paths without parameters first, since `/message/{id}` would otherwise match `/message/count`. */
const literalFirst = (a: BoundCall, b: BoundCall) =>
  Number(a.call.path.includes('{')) - Number(b.call.path.includes('{'))

/**
 * Converts the specification's `{id}` to Hono's `:id`; a query string in the specification is not part of the
 * route.
 */
const routeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, ':$1')

const sendFile = (http: HttpContext, { name, mime, bytes }: z.output<typeof fileAnswer>) =>
  http.body(bytes, 200, {
    'Content-Type': mime,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  })

/** Mounts the calls on a Hono app; throws if two calls share a method and path. */
export const mountCalls = (runtime: Runtime, bounds: readonly BoundCall[]) => {
  const app = new Hono()
  const boundRoutes = new Set<string>()
  for (const bound of bounds.toSorted(literalFirst)) {
    const { method, path } = bound.call
    const row = `${method} ${path}`
    if (boundRoutes.has(row)) throw new Error(`The call ${row} is served twice`)
    boundRoutes.add(row)
    const decode = decoderOf(bound.call)
    app.on(method, routeOf(path), async http => {
      const { lacksSecret, ...answered } = await answer({ runtime, bound, decode, http })
      if (bound.call.output === fileAnswer)
        return sendFile(http, answered.data as z.output<typeof fileAnswer>)
      const message = lacksSecret ? withoutSecretMessage(http) : undefined
      const empty = envelope('200', undefined, runtime.requestIdOf(http), message)
      return http.json({ ...empty, ...serializeFor(http, bound.call.output, answered) })
    })
  }
  for (const path of new Set(bounds.map(it => routeOf(it.call.path))))
    app.all(path, () => {
      throw new WrongMethod()
    })
  return app
}
