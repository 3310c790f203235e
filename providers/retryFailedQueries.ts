import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'

/** The retry interval of the specification (section 9) and its maximum, in milliseconds. */
const first = 5_000
const longest = 30_000

type AnyQuery = Query<unknown, unknown>

const isStillFailed = (query: AnyQuery) => query.state.status === 'error' && query.isActive()

/**
 * Retries queries that have failed finally and are on the screen, in addition to the button 重试: after 5 s, then after
 * twice as long each time up to 30 s, while the window has focus and the network is up. Each attempt is one request,
 * and the page does not change before an answer. `mayPass` tells errors that a retry may cure.
 */
export const retryFailedQueries = (clientOf: () => QueryClient, mayPass: (error: unknown) => boolean) => {
  const waiting = new Set<AnyQuery>()
  const fetchOnce = async (query: AnyQuery) => {
    const { options, queryKey } = query
    if (typeof options.queryFn !== 'function') return
    const { signal } = new AbortController()
    const client = clientOf()
    client.setQueryData(queryKey, await options.queryFn({ client, queryKey, signal, meta: options.meta }))
  }
  const schedule = (query: AnyQuery, delay: number) => void setTimeout(() => void retry(query, delay), delay)
  const retry = async (query: AnyQuery, delay: number) => {
    // If the query has been read in another way meanwhile and fails again, it is registered again.
    if (!isStillFailed(query)) return void waiting.delete(query)
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return schedule(query, delay)
    try {
      await fetchOnce(query)
      waiting.delete(query)
    } catch (error) {
      if (mayPass(error)) return schedule(query, Math.min(2 * delay, longest))
      waiting.delete(query)
      // The back-end refused, so the query fetches again to show that error.
      void query.fetch().catch(() => {})
    }
  }
  return (query: AnyQuery) => {
    // React Query assembles the pages of an infinite list itself, which this code cannot repeat.
    if (waiting.has(query) || query.options.behavior) return
    waiting.add(query)
    schedule(query, first)
  }
}
