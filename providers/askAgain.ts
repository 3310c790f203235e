import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'

/** The error retry interval of the specification (section 9), and how far it grows while nobody answers. */
const first = 5_000
const longest = 30_000

type AnyQuery = Query<unknown, unknown>

const isStillFailed = (query: AnyQuery) => query.state.status === 'error' && query.isActive()

/**
 * What has failed for good and is on the screen is asked for again by itself, beside the panel's 重试: after 5 s, then
 * after twice as long each time up to 30 s, while somebody looks. Each time it is one request, and the panel stays as it
 * is until there is an answer.
 */
export const askAgain = (clientOf: () => QueryClient, mayPass: (error: unknown) => boolean) => {
  const waiting = new Set<AnyQuery>()
  const ask = async (query: AnyQuery) => {
    const { options, queryKey } = query
    if (typeof options.queryFn !== 'function') return
    const { signal } = new AbortController()
    const client = clientOf()
    client.setQueryData(queryKey, await options.queryFn({ client, queryKey, signal, meta: options.meta }))
  }
  const wait = (query: AnyQuery, delay: number) => void setTimeout(() => void turn(query, delay), delay)
  const turn = async (query: AnyQuery, delay: number) => {
    // One that is read in another way meanwhile comes back here where that fails too.
    if (!isStillFailed(query)) return void waiting.delete(query)
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return wait(query, delay)
    try {
      await ask(query)
      waiting.delete(query)
    } catch (error) {
      if (mayPass(error)) return wait(query, Math.min(2 * delay, longest))
      waiting.delete(query)
      // A refusal is shown as one.
      void query.fetch().catch(() => {})
    }
  }
  return (query: AnyQuery) => {
    // The pages of an infinite list are put together by its own behaviour.
    if (waiting.has(query) || query.options.behavior) return
    waiting.add(query)
    wait(query, first)
  }
}
