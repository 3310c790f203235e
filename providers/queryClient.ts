import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { askAgain } from './askAgain.ts'
import { CallError, nonStandard, unreachable } from './envelope.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { emitSessionEvent } from './session.ts'

const fiveMinutes = 5 * 60_000
const focusThrottle = 5_000

/** react-admin's reads of several records; its updates only patch those that are cached. */
const lists = ['getList', 'getInfiniteList', 'getManyReference', 'getMany']

const mayPass = [unreachable.code, nonStandard.code, '5000', '5030']

/** Whether a failure may pass by itself: no answer, or one that is no refusal. */
const isPassing = (error: unknown) => error instanceof CallError && mayPass.includes(error.code)

/** Reads are repeated when the failure may pass by itself; a refusal stays one. Writes are never repeated. */
const isWorthRetrying = (count: number, error: Error) => count < 3 && isPassing(error)

/** Repeats a failed read three times, after 1, 2 and 4 seconds, where another attempt can succeed. */
export const retry = {
  retry: isWorthRetrying,
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 30_000),
}

/** A read that is asked for again within this time is the same one. */
export const deduped = { staleTime: 2_000 }

/** Tells once of an outage, however many reads it takes, and goes on asking; the next answer ends it. */
const outageWatch = (clientOf: () => QueryClient) => {
  let isOut = false
  const again = askAgain(clientOf, isPassing)
  return new QueryCache({
    onError: (error, query) => {
      if (isPassing(error)) again(query)
      if (!(error instanceof CallError) || error.code !== unreachable.code || isOut) return
      isOut = true
      emitSessionEvent('unreachable')
    },
    onSuccess: () => void (isOut = false),
  })
}

/** The customer's cache defaults (specification, section 9). */
export const newQueryClient = () => {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: fiveMinutes, gcTime: fiveMinutes, ...retry },
      // Without a network a write fails at once instead of waiting unseen (call.ts); forms wait by `useWaiting`.
      mutations: { networkMode: 'always' },
    },
    queryCache: outageWatch(() => client),
    mutationCache: new MutationCache({
      // When settled, not on success: react-admin writes its patch after that, which would make the list fresh again.
      onSettled: (_data, error, variables, _context, mutation) => {
        if (error) return
        const named = isPlain(variables) ? variables['resource'] : undefined
        const resource = named ?? mutation.options.mutationKey?.[0]
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] === resource && lists.includes(String(queryKey[1])),
        })
        // What was asked ahead of the write, or is on its way, may be what it was before.
        client.removeQueries({ queryKey: [resource, 'getOne'], type: 'inactive' })
      },
    }),
  })
  // What react-admin asks of the authProvider is answered without the network, anew at every use; a component draws again
  // only when the answer differs from the one in the cache (authCache.ts).
  client.setQueryDefaults(['auth'], {
    staleTime: 0,
    gcTime: Infinity,
    networkMode: 'always',
    notifyOnChangeProps: ['data', 'error'],
  })
  // A right to one record depends on its state, which may have changed before it is asked for again.
  client.setQueryDefaults(['auth', 'canAccess'], { gcTime: 0 })
  client.setQueryDefaults(['auth', 'canAccess', { enabled: true }], { gcTime: Infinity })
  return client
}

/** A window that comes to the front refetches what is stale, at most every 5 s. */
export const throttleFocus = () => {
  let last = 0
  focusManager.setEventListener(handle => {
    const onVisible = () => {
      const now = Date.now()
      if (document.visibilityState !== 'visible' || now - last < focusThrottle) return
      last = now
      handle()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  })
}
