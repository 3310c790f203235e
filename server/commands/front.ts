import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { startingApp } from '../http/starting.ts'
import { stopLimits } from '../process/stopLimits.ts'

/** Answers by what serves at present. Only a front that will be hidden keeps the requests that are being answered. */
export const createFront = ({ isHiddenLater }: { isHiddenLater: boolean }) => {
  let current = startingApp()
  const running = new Set<Promise<Response>>()
  const app: Pick<Hono, 'fetch'> = {
    fetch: (request, env, context) => {
      const fetched = current.fetch(request, env, context)
      if (!isHiddenLater) return fetched
      const answer = Promise.resolve(fetched)
      running.add(answer)
      const end = () => void running.delete(answer)
      answer.then(end, end)
      return answer
    },
  }
  return {
    app,
    show: (next: Hono) => void (current = next),
    /** Answers that the service is starting, and waits for the requests that came before. */
    hide: async (): Promise<void> => {
      current = startingApp()
      await Promise.race([Promise.allSettled(running), delay(stopLimits.requests, undefined, { ref: false })])
    },
  }
}
export type Front = ReturnType<typeof createFront>
