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

/** Milliseconds after which computing without a pause, or a whole request, is logged as too long. */
const slowMs = 1_000
const checkIntervalMs = 200
/** Seconds, as OpenTelemetry's semantic conventions advise for the durations of requests. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** CPU time of this thread only: a busy machine slows requests down without raising it. */
const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The declared path (`/lawyer/{id}`, not `/lawyer/17`), which identifies no person and keeps the number of
 * metric labels small.
 */
const routeOf = (http: Context) =>
  matchedRoutes(http).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'unknown'

declare module 'hono' {
  interface ContextVariableMap {
    /** The code of the envelope; unset for a success. */
    code: string
  }
}
const codeOf = (http: Context): string => http.get('code') ?? '200'

type Options = {
  log: Log
  requestIdOf: (http: Context) => string
  /** Writes one line for each request, without typed text or the person's identity. */
  isLogging: boolean
}

/**
 * Logs the requests that blocked the event loop. While one computes, no timer or other request runs; so after
 * a second without a turn, the requests in progress are the suspects.
 */
const watchCpuTime = (log: Log) => {
  const running = new Set<() => string>()
  let previousMs = 0
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    const now = threadCpuMs()
    const ms = Math.round(now - previousMs)
    previousMs = now
    if (ms >= slowMs)
      log.warn({ ms, requests: [...running].map(name => name()) }, 'requests blocked the event loop')
  }
  return {
    begin: (name: () => string) => {
      if (running.size > 0) check()
      else {
        previousMs = threadCpuMs()
        timer = setInterval(check, checkIntervalMs).unref()
      }
      running.add(name)
    },
    end: (name: () => string) => {
      check()
      running.delete(name)
      if (running.size === 0) clearInterval(timer)
    },
  }
}

/** Runs a request in a span, within the caller's trace if the request names one. */
const inSpan = (http: Context, requestId: string, work: () => Promise<void>) => {
  const { method } = http.req
  const traceparent = http.req.header('traceparent')
  const traceHeaders = traceparent ? { traceparent, tracestate: http.req.header('tracestate') ?? '' } : {}
  const caller = propagation.extract(activeContext.active(), traceHeaders)
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

/**
 * Measures each request: its duration by route and code for the metrics, a span for the trace, a line for the
 * access log.
 */
export const observeRequests = ({ log, requestIdOf, isLogging }: Options): MiddlewareHandler => {
  const durations = metrics.getMeter('tenant-admin').createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of API calls.',
    advice: { explicitBucketBoundaries: boundaries },
  })
  const computeWatch = watchCpuTime(log)

  const recordRequest = (http: Context, seconds: number) => {
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
    if (ms >= slowMs)
      log.warn({ ms, request: `${method} ${route}`, requestId }, 'a request took longer than a second')
  }

  return (http, next) =>
    inSpan(http, requestIdOf(http), async () => {
      const name = () => `${http.req.method} ${routeOf(http)}`
      computeWatch.begin(name)
      const startedAt = performance.now()
      try {
        await next()
      } finally {
        computeWatch.end(name)
        recordRequest(http, (performance.now() - startedAt) / 1_000)
      }
    })
}
