import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createDecisions, type Decision, undoMilliseconds } from '../../providers/decisions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A review desk that records what was sent and reported. */
const desk = () => {
  const sent: { key: string; isLast: boolean }[] = []
  const reported: string[] = []
  const decisions = createDecisions<Decision>()
  decisions.setListener({
    onSent: async ({ key }) => void reported.push(`sent ${key}`),
    onFailed: ({ key }, error) => void reported.push(`failed ${key}: ${String(error)}`),
  })
  const decide = (key: string, fails = false) =>
    decisions.add({
      key,
      label: key,
      size: 1,
      send: async ({ isLast = false }) => {
        sent.push({ key, isLast })
        if (fails) throw new Error('too late')
      },
    })
  const keys = () => decisions.read().map(it => it.key)
  return { decisions, decide, sent, reported, keys }
}

test('nothing is sent before the waiting time is over, then each decision once', async () => {
  const { decide, sent, reported, keys } = desk()
  decide('a')
  await vi.advanceTimersByTimeAsync(undoMilliseconds / 2)
  decide('b')
  await vi.advanceTimersByTimeAsync(undoMilliseconds / 2 - 1)
  expect(sent).toEqual([])
  expect(keys()).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.map(it => it.key)).toEqual(['a'])
  expect(keys()).toEqual(['b'])
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  expect(reported).toEqual(['sent a', 'sent b'])
  expect(keys()).toEqual([])
})

test('undo takes the latest decision or the named one', async () => {
  const { decisions, decide, sent } = desk()
  for (const key of ['a', 'b', 'c']) decide(key)
  expect(decisions.undo()?.key).toBe('c')
  expect(decisions.undo('a')?.key).toBe('a')
  expect(decisions.undo('a')).toBeNull()
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  expect(sent.map(it => it.key)).toEqual(['b'])
  expect(decisions.undo()).toBeNull()
})

test('a decision that is being sent cannot be undone', async () => {
  const decisions = createDecisions<Decision>()
  const { promise, resolve } = Promise.withResolvers<void>()
  decisions.add({ key: 'a', label: 'a', size: 1, send: () => promise })
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  expect(decisions.undo()).toBeNull()
  expect(decisions.read()).toMatchObject([{ key: 'a', isSending: true }])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(decisions.read()).toEqual([])
})

test('leaving sends the waiting decisions at once, and only those', async () => {
  const { decisions, decide, sent } = desk()
  decide('a')
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  decide('b')
  decide('c')
  await decisions.flush({ isLast: true })
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  expect(sent).toEqual([
    { key: 'a', isLast: false },
    { key: 'b', isLast: true },
    { key: 'c', isLast: true },
  ])
})

test('a refusal is reported and the decision removed', async () => {
  const { decide, reported, keys } = desk()
  decide('a', true)
  await vi.advanceTimersByTimeAsync(undoMilliseconds)
  expect(reported).toEqual(['failed a: Error: too late'])
  expect(keys()).toEqual([])
})
