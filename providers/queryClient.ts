import { focusManager, MutationCache, QueryClient } from '@tanstack/react-query'

import { CallError, nonStandard, unreachable } from './envelope.ts'

const fiveMinutes = 5 * 60_000
const focusThrottle = 5_000

/** react-admin's reads of several records; its updates only patch those that are cached. */
const lists = ['getList', 'getInfiniteList', 'getManyReference', 'getMany']

const mayPass = [unreachable.code, nonStandard.code, '5000', '5030']

/** Reads are repeated when the failure may pass by itself; a refusal stays one. Writes are never repeated. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 3 && error instanceof CallError && mayPass.includes(error.code)

export const retry = {
  retry: isWorthRetrying,
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 30_000),
}

/** The customer's cache defaults (specification, section 9). */
export const newQueryClient = () => {
  const client: QueryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: fiveMinutes, gcTime: fiveMinutes, ...retry } },
    mutationCache: new MutationCache({
      // When settled, not on success: react-admin writes its patch after that, which would make the list fresh again.
      onSettled: (_data, error, variables, _context, mutation) => {
        if (error) return
        const resource =
          (variables as { resource?: unknown } | undefined)?.resource ?? mutation.options.mutationKey?.[0]
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] === resource && lists.includes(String(queryKey[1])),
        })
      },
    }),
  })
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
