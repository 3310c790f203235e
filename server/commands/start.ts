import { setTimeout as delay } from 'node:timers/promises'
import { createClock } from '../process/clock.ts'
import type { ServerConfig } from '../process/config.ts'
import { prepareDemoFolder } from './demoFolder.ts'
import { resetEachHour } from './resetEachHour.ts'
import { stopLimits } from '../process/stopLimits.ts'
import { proxyMatcher } from '../http/address.ts'
import { connectionLimits } from '../http/connections.ts'
import { startHttpServer } from '../http/listen.ts'
import type { Log } from '../process/log.ts'
import { startTelemetry } from '../process/telemetry.ts'
import { createFront } from './front.ts'
import { type Instance, type InstanceOptions, openInstance } from './instance.ts'

type ShutdownOptions = { drainMs: number; hurry: AbortSignal }
type Started = { port: number; stop: (ending: ShutdownOptions) => Promise<void> }

/** Opens the product, and anew at each full hour in a demo that is emptied then. */
const openInstances = async (options: InstanceOptions) => {
  const { config, log, front } = options
  const { dataDir } = config
  const now = createClock(config.clockOffsetFile)
  const completedAt = config.isDemoReset ? await prepareDemoFolder(config, now, log) : undefined
  let instance: Instance | undefined = await openInstance(options)
  const close = async (): Promise<void> => {
    await front.hide()
    const closing = instance
    instance = undefined
    await closing?.api.stopJobs()
    await closing?.management?.close()
    await closing?.api.stop()
  }
  const open = async () => void (instance = await openInstance(options))
  const stopResets =
    completedAt === undefined
      ? () => Promise.resolve()
      : await resetEachHour({ dataDir, now, log, completedAt, close, open })
  /** What serves once no reset is under way; undefined where a reset could not be finished. */
  const last = async (): Promise<Instance | undefined> => {
    await stopResets()
    return instance
  }
  return { last }
}
export const startServer = async (
  config: ServerConfig,
  log: Log,
  print: (line: string) => void,
): Promise<Started> => {
  const telemetry = await startTelemetry(config)
  const front = createFront({ isHiddenLater: config.isDemoReset })
  const server = await startHttpServer(front.app, config.host, config.port, {
    connections: { ...connectionLimits, isExempt: proxyMatcher(config.trustedProxies) },
  })
  try {
    const { last } = await openInstances({ config, log, print, front, telemetry })
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    log.info({ host: config.host, port: server.port }, 'listening')
    print(`请打开 (open) ${config.publicUrl ?? `http://${host}:${server.port}${config.basePath}/`}`)
    const stop = async ({ drainMs, hurry }: ShutdownOptions): Promise<void> => {
      const instance = await last()
      const jobsEnded = instance?.api.stopJobs()
      instance?.api.health.drain()
      server.disableKeepAlive()
      await delay(drainMs, undefined, { signal: hurry }).catch(() => undefined)
      await server.close(stopLimits.requests)
      await instance?.management?.close()
      await jobsEnded
      await instance?.api.stop()
      await telemetry.stop()
    }
    return { port: server.port, stop }
  } catch (error) {
    await server.close(0)
    throw error
  }
}
