import type { IncomingMessage, ServerResponse } from 'node:http'

import type { ServerConfig } from './config.ts'

// OpenTelemetry (https://opentelemetry.io). The code measures through its API, which does nothing until the
// SDK is registered here; the SDK is only loaded when configured.

export type Telemetry = {
  /** Answers a scrape of Prometheus; absent without a management port. */
  answerScrape?: (request: IncomingMessage, response: ServerResponse) => void
  stop: () => Promise<void>
}

const serviceName = 'tenant-admin'

const loadResource = async () => {
  const [{ resourceFromAttributes }, { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION }] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/semantic-conventions'),
  ])
  return resourceFromAttributes({
    [ATTR_SERVICE_NAME]: serviceName,
    [ATTR_SERVICE_VERSION]: process.env['npm_package_version'] ?? '',
  })
}

const startMetrics = async (): Promise<Required<Telemetry>> => {
  const [{ metrics }, { MeterProvider }, { PrometheusExporter }, resource] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
    loadResource(),
  ])
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true })
  const provider = new MeterProvider({ resource, readers: [exporter] })
  metrics.setGlobalMeterProvider(provider)
  return {
    answerScrape: (request, response) => exporter.getMetricsRequestHandler(request, response),
    stop: async () => {
      metrics.disable()
      await provider.shutdown()
    },
  }
}

/** The exporter reads its endpoint from the environment, under OpenTelemetry's own variable names. */
const startTraces = async (sampledShare: number): Promise<Telemetry> => {
  const [{ context, propagation, trace }, sdk, { OTLPTraceExporter }, hooks, core, resource] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      loadResource(),
    ])
  const provider = new sdk.TracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    stop: async () => {
      await provider.shutdown()
      trace.disable()
      propagation.disable()
      context.disable()
    },
  }
}

/** Registers the configured metrics and traces before anything measures. */
export const startTelemetry = async ({
  managementPort,
  tracesEndpoint,
  sampledShare,
}: Pick<ServerConfig, 'managementPort' | 'tracesEndpoint' | 'sampledShare'>): Promise<Telemetry> => {
  const metricsTelemetry = managementPort === undefined ? undefined : await startMetrics()
  const tracesTelemetry = tracesEndpoint === undefined ? undefined : await startTraces(sampledShare)
  return {
    ...(metricsTelemetry && { answerScrape: metricsTelemetry.answerScrape }),
    stop: async () => {
      await Promise.allSettled([metricsTelemetry?.stop(), tracesTelemetry?.stop()])
    },
  }
}
