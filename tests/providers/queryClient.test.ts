// @vitest-environment happy-dom
import { focusManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { CallError, nonStandardFailure, unreachableFailure } from '../../providers/envelope.ts'
import { dedupeOptions, newQueryClient, throttleFocus } from '../../providers/queryClient.ts'
import { onSession } from '../../providers/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (failure: Error) => vi.fn<() => Promise<unknown>>(() => Promise.reject(failure))

describe('the defaults of the specification, section 9', () => {
  test('an answer is cached for five minutes', async () => {
    const client = newQueryClient()
    const ask = vi.fn<() => Promise<number>>(() => Promise.resolve(1))
    const query = { queryKey: ['x'], queryFn: ask }
    await client.fetchQuery(query)
    await vi.advanceTimersByTimeAsync(299_999)
    await client.fetchQuery(query)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    await client.fetchQuery(query)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('a read repeated within two seconds is sent once', async () => {
    const client = newQueryClient()
    const ask = vi.fn<() => Promise<number>>(() => Promise.resolve(1))
    const query = { queryKey: ['x'], queryFn: ask, ...dedupeOptions }
    await Promise.all([client.fetchQuery(query), client.fetchQuery(query)])
    await vi.advanceTimersByTimeAsync(1_999)
    await client.fetchQuery(query)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    await client.fetchQuery(query)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('a write removes cached records that no page shows, also one that is being read', async () => {
    const client = newQueryClient()
    const cachedKey = ['positions', 'getOne', { id: '7' }]
    const readingKey = ['positions', 'getOne', { id: '8' }]
    const other = ['offices', 'getOne', { id: '7' }]
    client.setQueryData(cachedKey, 1)
    client.setQueryData(other, 1)
    const { promise, resolve } = Promise.withResolvers<number>()
    const asking = client.prefetchQuery({ queryKey: readingKey, queryFn: () => promise })
    await client
      .getMutationCache()
      .build(client, { mutationKey: ['positions', 'update'], mutationFn: async () => null })
      .execute(undefined)
    resolve(1)
    await asking
    expect([cachedKey, readingKey, other].map(it => client.getQueryData(it))).toEqual([
      undefined,
      undefined,
      1,
    ])
  })

  test.each([unreachableFailure, nonStandardFailure])(
    'a read that failed by $code is repeated after 1, 2 and 4 s',
    async failure => {
      const ask = failing(new CallError(failure))
      const answer = newQueryClient().prefetchQuery({ queryKey: ['x'], queryFn: ask })
      for (const [wait, times] of [
        [0, 1],
        [999, 1],
        [1, 2],
        [1_999, 2],
        [1, 3],
        [4_000, 4],
        [60_000, 4],
      ] as const) {
        await vi.advanceTimersByTimeAsync(wait)
        expect(ask).toHaveBeenCalledTimes(times)
      }
      await answer
    },
  )

  describe('a query that failed finally', () => {
    const watched = (client: QueryClient, queryFn: () => Promise<unknown>) => {
      const observer = new QueryObserver(client, { queryKey: ['x'], queryFn })
      return { observer, leave: observer.subscribe(() => {}) }
    }

    test('is retried after 5 s, then less often, while it is shown', async () => {
      let isDown = true
      const ask = vi.fn<() => Promise<number>>(() =>
        isDown ? Promise.reject(new CallError(unreachableFailure)) : Promise.resolve(7),
      )
      const { observer, leave } = watched(newQueryClient(), ask)
      await vi.advanceTimersByTimeAsync(7_000)
      expect(ask).toHaveBeenCalledTimes(4)
      for (const [wait, times] of [
        [4_999, 4],
        [1, 5],
        [9_999, 5],
        [1, 6],
        [20_000, 7],
        [30_000, 8],
        [30_000, 9],
      ] as const) {
        await vi.advanceTimersByTimeAsync(wait)
        expect(ask).toHaveBeenCalledTimes(times)
        // The panel does not change and shows no progress.
        expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
      }
      isDown = false
      await vi.advanceTimersByTimeAsync(30_000)
      expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 7 })
      await vi.advanceTimersByTimeAsync(120_000)
      expect(ask).toHaveBeenCalledTimes(10)
      leave()
    })

    test('is not retried without focus or when no longer shown', async () => {
      const ask = failing(new CallError(unreachableFailure))
      const { leave } = watched(newQueryClient(), ask)
      await vi.advanceTimersByTimeAsync(7_000)
      focusManager.setFocused(false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(ask).toHaveBeenCalledTimes(4)
      leave()
      focusManager.setFocused(undefined)
      await vi.advanceTimersByTimeAsync(120_000)
      expect(ask).toHaveBeenCalledTimes(4)
    })

    test('is not retried after a refusal', async () => {
      const ask = failing(new CallError({ code: '4031', message: '没有权限' }))
      const { leave } = watched(newQueryClient(), ask)
      await vi.advanceTimersByTimeAsync(120_000)
      expect(ask).toHaveBeenCalledTimes(1)
      leave()
    })
  })

  test('a refusal is not repeated', async () => {
    const ask = failing(new CallError({ code: '4031', message: '没有权限' }))
    const answer = newQueryClient().prefetchQuery({ queryKey: ['x'], queryFn: ask })
    await vi.advanceTimersByTimeAsync(60_000)
    await answer
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('refetching on focus happens at most every five seconds', () => {
    throttleFocus()
    const onFocus = vi.fn<() => void>()
    const stop = focusManager.subscribe(onFocus)
    const show = () => document.dispatchEvent(new Event('visibilitychange'))
    show()
    vi.advanceTimersByTime(4_999)
    show()
    expect(onFocus).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    show()
    expect(onFocus).toHaveBeenCalledTimes(2)
    stop()
  })
})

test('an outage is reported once, and a new one after an answer again', async () => {
  const onEvent = vi.fn<(event: string) => void>()
  const stop = onSession(onEvent)
  const client = newQueryClient()
  const read = async (name: string, queryFn: () => Promise<unknown>) => {
    const answer = client.prefetchQuery({ queryKey: [name], queryFn })
    await vi.advanceTimersByTimeAsync(60_000)
    await answer
  }
  const unreachable = failing(new CallError(unreachableFailure))
  await Promise.all([read('a', unreachable), read('b', unreachable)])
  await read('c', unreachable)
  expect(onEvent.mock.calls).toEqual([['unreachable']])
  await read('d', failing(new CallError({ code: '4031', message: '没有权限' })))
  await read('e', () => Promise.resolve(1))
  await read('f', unreachable)
  expect(onEvent.mock.calls).toEqual([['unreachable'], ['unreachable']])
  stop()
})
