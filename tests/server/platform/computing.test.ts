import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { emptyAnswer, getCall, emptyInput } from '../../../resources/kit/index.ts'
import { bindHandlers } from '../../../server/context/bind.ts'
import { createLog } from '../../../server/process/log.ts'
import { cleanRichText, richTextWords } from '../../../server/services/markup/sanitize.ts'
import { startApp, type TestApp } from '../../support/app.ts'

const lines: string[] = []
let app: TestApp

const computed = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const compute = (ms: number) => {
  const end = computed() + ms
  while (computed() < end);
}
const calls = {
  hurry: getCall(
    '/test/hurry',
    'signedIn',
    () => emptyInput,
    () => emptyAnswer,
  ),
  dawdle: getCall(
    '/test/dawdle',
    'signedIn',
    () => emptyInput,
    () => emptyAnswer,
  ),
  wait: getCall(
    '/test/wait',
    'signedIn',
    () => emptyInput,
    () => emptyAnswer,
  ),
}
beforeAll(async () => {
  app = await startApp({
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
    calls: bindHandlers(
      { name: 'test', calls },
      {
        hurry: async () => ({}),
        dawdle: async () => {
          compute(1_100)
          return {}
        },
        wait: async (_, { db }) => {
          await db.execute('select pg_sleep(1.01)')
          return {}
        },
      },
    ),
  })
})
afterAll(() => app.close())

/** The number of times a timer without delay runs during the work. */
const turnsDuring = async <T>(work: () => Promise<T>) => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const outcome = await work().then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  clearInterval(timer)
  return { turns, outcome }
}

const logged = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)
const computing = () => logged().filter(it => it['msg'] === 'requests blocked the event loop')

test('logs the name of a request that computes for more than a second', async () => {
  const { send } = await app.as('admin')
  await send('GET', '/test/hurry?secret=1')
  expect(computing()).toEqual([])
  const { body } = await send('GET', '/test/dawdle')
  expect(computing()).toMatchObject([{ level: 'warn', requests: ['GET /api/test/dawdle'] }])
  expect(logged().filter(it => it['requestId'] === body.requestId)).toMatchObject([
    { level: 'warn', msg: 'a request took longer than a second', request: 'GET /api/test/dawdle' },
  ])
})

test('logs the name of a request that waits for the database', async () => {
  const { send } = await app.as('admin')
  const { body } = await send('GET', '/test/wait')
  const found = logged().filter(it => it['requestId'] === body.requestId)
  expect(found).toMatchObject([{ level: 'warn', request: 'GET /api/test/wait' }])
  expect(found[0]!['ms']).toBeGreaterThanOrEqual(1_000)
})

describe('long markup', () => {
  test('is parsed while other requests continue', async () => {
    const long = '<p>好<strong>的</strong></p>'.repeat(15_000)
    const { turns, outcome } = await turnsDuring(async () => {
      expect(await cleanRichText(long)).toBe(long)
      expect((await richTextWords(long)).length).toBe(15_000 * 3 - 1)
    })
    expect(outcome).toBe('done')
    expect(turns).toBeGreaterThan(5)
  })

  test.each([
    ['brackets that nobody closes', '<'.repeat(400_000)],
    ['comments that nobody closes', '<!--'.repeat(100_000)],
    ['pictures that nobody closes', '<img '.repeat(90_000)],
  ])('of %s is answered, as content of an article', async (_, content) => {
    const { call } = await app.as('13800000001')
    const added = call('articles.add', { kind: 2, title: '文章', contentMode: 1, content } as never)
    const { outcome } = await turnsDuring(() => added)
    expect(outcome).not.toContain('系统')
    expect(computing().filter(it => JSON.stringify(it).includes('/article'))).toEqual([])
  })
})
