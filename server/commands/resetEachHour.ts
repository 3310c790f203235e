import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../process/log.ts'
import { beginReset, completeReset, emptyDemoFolder, fullHourOf } from './demoFolder.ts'

/** Milliseconds between two looks at the clock, and until a failed step is tried again. */
const CHECK_MS = 1_000
const AGAIN_MS = 5_000

type Options = {
  dataDir: string
  now: () => Date
  log: Log
  /** When the present demo was complete; null where it has just been made. */
  completedAt: Date | null
  /** Ends serving; waits for running requests and jobs. */
  close: () => Promise<void>
  /** Starts serving a new demo. */
  open: () => Promise<void>
}

type Steps = Omit<Options, 'completedAt'> & { signal: AbortSignal }

const untilDone = async (
  { log, signal }: Pick<Steps, 'log' | 'signal'>,
  step: string,
  work: () => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error, step }, 'the demo could not be reset; trying again')
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

const noteComplete = async ({ dataDir, now, log }: Pick<Steps, 'dataDir' | 'now' | 'log'>): Promise<void> => {
  try {
    await completeReset(dataDir, now())
  } catch (error) {
    // The next start makes the demo anew.
    log.error({ err: error }, 'it could not be noted that the demo is complete')
  }
}

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Empties the demo and starts it anew; a process that is killed meanwhile leaves the rest to the next start. */
const reset = async (steps: Steps): Promise<void> => {
  const { dataDir, log, close, open } = steps
  log.info('the demo is reset')
  // The former demo is served until its end is noted. An absent mark was not written before for want of room.
  await untilDone(steps, 'begin', () => beginReset(dataDir).catch(ignoreMissing))
  if (steps.signal.aborted) return
  await untilDone(steps, 'close', close)
  await untilDone(steps, 'empty', () => emptyDemoFolder(dataDir, log))
  // A start that failed halfway may have left a part of a demo.
  let isFirst = true
  await untilDone(steps, 'open', async () => {
    if (!isFirst) await emptyDemoFolder(dataDir, log)
    isFirst = false
    await open()
  })
  if (!steps.signal.aborted) await noteComplete(steps)
}

/** Resets the demo at each full hour; the returned function ends this and waits for a reset that is under way. */
export const resetEachHour = async ({ completedAt, ...options }: Options): Promise<() => Promise<void>> => {
  const ending = new AbortController()
  if (completedAt === null) await noteComplete(options)
  let hour = fullHourOf(completedAt ?? options.now())
  let running: Promise<void> | undefined
  const check = (): void => {
    if (running || fullHourOf(options.now()) <= hour) return
    running = reset({ ...options, signal: ending.signal }).finally(() => {
      hour = fullHourOf(options.now())
      running = undefined
    })
  }
  const timer = setInterval(check, CHECK_MS)
  return async () => {
    clearInterval(timer)
    ending.abort()
    await running
  }
}
