import {
  context as activeContext,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import type { Log } from '../process/log.ts'

/** Limit in milliseconds, of computing without a pause and of a whole request. */
const most = 1_000
const lookMs = 200
/** Seconds, as OpenTelemetry's semantic conventions advise for the durations of requests. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** Computing of this thread alone: a busy machine makes a request slow, not this count. */
const computedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The address as it is declared, `/lawyer/{id}` instead of `/lawyer/17`: it names no person, and there are few of them. */
const routeOf = (http: Context) =>
  matchedRoutes(http).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'unknown'

declare module 'hono' {
  interface ContextVariableMap {
    /** Of the envelope, where it is no success. */
    code: string
  }
}
const codeOf = (http: Context): string => http.get('code') ?? '200'

type Options = {
  log: Log
  requestIdOf: (http: Context) => string
  /** One line for each request, without what a person typed or who it is. */
  isLogging: boolean
}

/**
 * Logs the requests that blocked the thread: while it computes, no timer and no other request gets its turn, so that the
 * requests in progress after a second without a turn are the suspects.
 */
const watchComputing = (log: Log) => {
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
  return {
    begin: (name: () => string) => {
      if (running.size > 0) look()
      else {
        before = computedMs()
        timer = setInterval(look, lookMs).unref()
      }
      running.add(name)
    },
    end: (name: () => string) => {
      look()
      running.delete(name)
      if (running.size === 0) clearInterval(timer)
    },
  }
}

/** A span of the caller's trace where its request names one, else of a new trace. */
const inSpan = (http: Context, requestId: string, work: () => Promise<void>) => {
  const { method } = http.req
  const traceparent = http.req.header('traceparent')
  const named = traceparent ? { traceparent, tracestate: http.req.header('tracestate') ?? '' } : {}
  const caller = propagation.extract(activeContext.active(), named)
  const tracer = trace.getTracer('tenant-admin')
  return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, caller, async span => {
    try {
      await work()
    } finally {
      const route = routeOf(http)
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': http.res.status,
        'tenant_admin.request_id': requestId,
        'tenant_admin.code': codeOf(http),
      })
      if (http.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
}

/** Measures each request: its duration by route and code for the metrics, a span for the trace, a line for the access log. */
export const observeRequests = ({ log, requestIdOf, isLogging }: Options): MiddlewareHandler => {
  const durations = metrics.getMeter('tenant-admin').createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of the calls below /api.',
    advice: { explicitBucketBoundaries: boundaries },
  })
  const computing = watchComputing(log)

  const note = (http: Context, seconds: number) => {
    const ms = Math.round(seconds * 1_000)
    const { method } = http.req
    const [route, status, code] = [routeOf(http), http.res.status, codeOf(http)]
    durations.record(seconds, {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'tenant_admin.code': code,
    })
    const requestId = requestIdOf(http)
    const traceId = trace.getActiveSpan()?.spanContext().traceId
    if (isLogging)
      log.info({ method, route, status, code, ms, requestId, ...(traceId && { traceId }) }, 'request')
    if (ms >= most)
      log.warn({ ms, request: `${method} ${route}`, requestId }, 'a request took longer than a second')
  }

  return (http, next) =>
    inSpan(http, requestIdOf(http), async () => {
      const name = () => `${http.req.method} ${routeOf(http)}`
      computing.begin(name)
      const begun = performance.now()
      try {
        await next()
      } finally {
        computing.end(name)
        note(http, (performance.now() - begun) / 1_000)
      }
    })
}
