import { expect, test } from 'vitest'

import { ApiError } from '../../../server/context/apiError.ts'
import { createQueue, tooManySignIns } from '../../../server/services/limits/concurrency.ts'

/** A queue whose works end on request, with the order in which they began. */
const startQueue = (most: { running: number; waiting: number }) => {
  const line = createQueue({ ...most, sentence: tooManySignIns })
  const startedWork: string[] = []
  const ends = new Map<string, () => void>()
  const join = (name: string, place: { group?: string; alone?: string } = {}) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.set(name, () => resolve(name))
    const work = () => {
      startedWork.push(name)
      return promise
    }
    return line(work, place)
  }
  return { join, begun: startedWork, end: (name: string) => ends.get(name)!() }
}

test('a queue runs a limited number at once, and starts the next when one ends or fails', async () => {
  const line = createQueue({ running: 1, waiting: 5, sentence: tooManySignIns })
  const failing = line(() => Promise.reject(new Error('broken')))
  const next = line(() => Promise.resolve('served'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('served')
})

test('works of one account run one after another without blocking others', async () => {
  const { join, begun: startedWork, end } = startQueue({ running: 2, waiting: 5 })
  const [first, second] = [join('a1', { alone: 'a' }), join('a2', { alone: 'a' })]
  void join('b1', { alone: 'b' })
  await Promise.resolve()
  expect(startedWork).toEqual(['a1', 'b1'])
  end('a1')
  await first
  end('a2')
  await second
  expect(startedWork).toEqual(['a1', 'b1', 'a2'])
})

test('groups are served in turn, regardless of arrival', async () => {
  const { join, begun: startedWork, end } = startQueue({ running: 1, waiting: 10 })
  const open = ['x1', 'x2', 'x3'].map(name => join(name, { group: 'x' }))
  open.push(join('y1', { group: 'y' }))
  for (const name of ['x1', 'y1', 'x2', 'x3']) end(name)
  await Promise.all(open)
  expect(startedWork).toEqual(['x1', 'y1', 'x2', 'x3'])
})

test('a full queue gives a place of the largest group to another, and refuses others with a waiting time', async () => {
  const { join, begun: startedWork, end } = startQueue({ running: 1, waiting: 3 })
  const running = join('x0', { group: 'x' })
  const waiting = ['x1', 'x2', 'x3'].map(name => join(name, { group: 'x' }))
  const tooMany = join('x4', { group: 'x' })
  await expect(tooMany).rejects.toMatchObject({ code: '5030', data: { retryAfter: 1 } })
  await expect(tooMany).rejects.toBeInstanceOf(ApiError)
  const other = join('y1', { group: 'y' })
  await expect(waiting[2]).rejects.toMatchObject({ code: '5030' })
  for (const name of ['x0', 'x1', 'x2', 'y1']) end(name)
  await Promise.all([running, waiting[0], waiting[1], other])
  expect(startedWork).toEqual(['x0', 'y1', 'x1', 'x2'])
})
