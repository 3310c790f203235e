import { type Context as HttpContext, Hono, type MiddlewareHandler } from 'hono'
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

const pass: MiddlewareHandler = (_, next) => next()

/** Answers one request for a call; what is left of a body is not read once the answer is known. */
const answerCall = async (
  runtime: Runtime,
  bound: BoundCall,
  decode: ReturnType<typeof decoderOf>,
  http: HttpContext,
) => {
  const { call, wire } = bound
  http.set('refusalStatus', wire?.refusalStatus)
  const opened = await wire?.open(http, runtime)
  try {
    const {
      lacksSecret,
      output = call.output,
      ...answered
    } = await answer({
      runtime,
      bound,
      decode,
      http,
      opened,
    })
    if (wire?.send) return wire.send(http, answered.data)
    if (output === fileAnswer) return sendFile(http, answered.data as z.output<typeof fileAnswer>)
    const message = lacksSecret ? withoutSecretMessage(http) : undefined
    const empty = envelope('200', undefined, runtime.requestIdOf(http), message)
    return http.json({ ...empty, ...serializeFor(http, output, answered) })
  } finally {
    opened?.leave?.()
  }
}

/** Mounts the calls on a Hono app, each behind its limit of the body; throws if two calls share a method and path. */
export const mountCalls = (
  runtime: Runtime,
  bounds: readonly BoundCall[],
  limitBody: (wire: BoundCall['wire']) => MiddlewareHandler,
) => {
  const app = new Hono()
  const boundRoutes = new Set<string>()
  for (const bound of bounds.toSorted(literalFirst)) {
    const { method, path } = bound.call
    const row = `${method} ${path}`
    if (boundRoutes.has(row)) throw new Error(`The call ${row} is served twice`)
    boundRoutes.add(row)
    const decode = decoderOf(bound.call)
    const { wire } = bound
    app.on(method, routeOf(path), limitBody(wire), wire?.middleware ?? pass, http =>
      answerCall(runtime, bound, decode, http),
    )
  }
  for (const path of new Set(bounds.map(it => routeOf(it.call.path))))
    app.all(path, () => {
      throw new WrongMethod()
    })
  return app
}
