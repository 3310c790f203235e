import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { retryFailedQueries } from './retryFailedQueries.ts'
import { CallError, nonStandardFailure, unreachableFailure } from './envelope.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { emitSessionEvent } from './session.ts'

const fiveMinutes = 5 * 60_000
const focusThrottle = 5_000

/** Queries of several records. After a write, react-admin only patches cached rows. */
const lists = ['getList', 'getInfiniteList', 'getManyReference', 'getMany']

const transientCodes = [unreachableFailure.code, nonStandardFailure.code, '5000', '5030']

/** Whether an error may disappear by itself: no answer, or a failure that is no refusal. */
const isTransient = (error: unknown) => error instanceof CallError && transientCodes.includes(error.code)

/** Repeats reads whose error may disappear by itself. Refusals and writes are never repeated. */
const isWorthRetrying = (count: number, error: Error) => count < 3 && isTransient(error)

/** Options that repeat a failed read up to three times, after 1, 2 and 4 seconds, if another attempt can succeed. */
export const retryOptions = {
  retry: isWorthRetrying,
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 30_000),
}

/** Options that treat a repeated read within 2 s as the same one. */
export const dedupeOptions = { staleTime: 2_000 }

/**
 * A query cache that reports an outage once, however many reads it affects, and keeps retrying; the next answer ends
 * the outage.
 */
const queryCacheWithOutageWatch = (clientOf: () => QueryClient) => {
  let isOut = false
  const scheduleRetry = retryFailedQueries(clientOf, isTransient)
  return new QueryCache({
    onError: (error, query) => {
      if (isTransient(error)) scheduleRetry(query)
      if (!(error instanceof CallError) || error.code !== unreachableFailure.code || isOut) return
      isOut = true
      emitSessionEvent('unreachable')
    },
    onSuccess: () => void (isOut = false),
  })
}

/** Creates a QueryClient with the cache defaults of the specification (section 9). */
export const newQueryClient = () => {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: fiveMinutes, gcTime: fiveMinutes, ...retryOptions },
      // Without a network a write fails at once instead of being paused invisibly (call.ts); forms wait by
      // `useWaiting`.
      mutations: { networkMode: 'always' },
    },
    queryCache: queryCacheWithOutageWatch(() => client),
    mutationCache: new MutationCache({
      // In `onSettled`, because react-admin patches the cache after `onSuccess`, which would mark the list as fresh
      // again.
      onSettled: (_data, error, variables, _context, mutation) => {
        if (error) return
        const named = isPlainObject(variables) ? variables['resource'] : undefined
        const resource = named ?? mutation.options.mutationKey?.[0]
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] === resource && lists.includes(String(queryKey[1])),
        })
        // A prefetched record, or one that is being read, may be older than the write.
        client.removeQueries({ queryKey: [resource, 'getOne'], type: 'inactive' })
      },
    }),
  })
  // The authProvider answers without the network and is asked at every use; a component renders again only if the
  // answer differs from the cached one (authCache.ts).
  client.setQueryDefaults(['auth'], {
    staleTime: 0,
    gcTime: Infinity,
    networkMode: 'always',
    notifyOnChangeProps: ['data', 'error'],
  })
  // The right to a single record depends on its state, so it is not cached.
  client.setQueryDefaults(['auth', 'canAccess'], { gcTime: 0 })
  client.setQueryDefaults(['auth', 'canAccess', { enabled: true }], { gcTime: Infinity })
  return client
}

/** Refetches stale queries when the window becomes visible, at most every 5 s. */
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
