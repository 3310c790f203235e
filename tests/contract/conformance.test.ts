import { readFileSync } from 'node:fs'

import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { checkReads, missingMainCalls } from '../../providers/check/check.ts'
import { checkLists } from '../../providers/check/lists.ts'
import { checkRefusals } from '../../providers/check/refusals.ts'
import { openCheckSession, type CheckStep } from '../../providers/check/session.ts'
import { type Account, signInTo, connectTo } from '../../providers/check/wire.ts'
import { checkWrites } from '../../providers/check/write.ts'
import { CallError } from '../../providers/envelope.ts'
import { answerOf } from '../../providers/backend/readAnswer.ts'
import { callNamed } from '../../resources/index.ts'
import { servedCalls } from '../../server/routes/served.ts'
import { password, startApp, type TestApp } from '../support/app.ts'
import { prepareTypes } from '../support/articles.ts'

// Tests any back-end: `CONFORMANCE_URL` is its address and `CONFORMANCE_ACCOUNTS` a file like [{ "account": "admin",
// "password": "…", "population": 1, "mayWrite": true }]. Without them the product's own server is tested.

const accountFile = z.array(
  z.strictObject({
    account: z.string(),
    password: z.string(),
    population: z.literal([1, 2]),
    mayWrite: z.boolean().default(false),
  }),
)
type Entry = z.output<typeof accountFile>[number]

const { CONFORMANCE_URL: url, CONFORMANCE_ACCOUNTS: file } = process.env
const ours: Entry[] = [
  { account: 'admin', password, population: 1, mayWrite: true },
  { account: 'branch2', password, population: 1, mayWrite: false },
  { account: 'system', password, population: 1, mayWrite: false },
  { account: '13800000001', password, population: 2, mayWrite: false },
]
const accounts = url ? accountFile.parse(JSON.parse(readFileSync(file ?? '', 'utf8'))) : ours

let base = url ?? ''
let app: TestApp | undefined
let server: ReturnType<typeof serve> | undefined
beforeAll(async () => {
  if (url) return
  const started = (app = await startApp())
  // Articles need a category.
  await prepareTypes(started)
  base = await new Promise(resolve => {
    server = serve({ fetch: started.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
})
afterAll(async () => {
  await new Promise(resolve => (server ? server.close(resolve) : resolve(null)))
  await app?.close()
})

const isOurs = (name: string) => servedCalls.some(it => it.name === name)

const refusal = async (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

/** Skipped checks are reported and do not fail. */
const failed = (steps: readonly CheckStep[]) => {
  const skipped = steps.filter(it => it.result === 'skipped').map(it => `${it.name}: ${it.why}`)
  if (url && skipped.length > 0) process.stdout.write(`未试：\n${skipped.join('\n')}\n`)
  return steps.filter(it => it.result === 'failed')
}

describe.each(accounts)('for $account', entry => {
  const account: Account = entry

  test('reading calls are served and answered as declared', async () => {
    const findings = await checkReads(await openCheckSession(base, account))
    expect(findings.length).toBeGreaterThan(10)
    expect(missingMainCalls(findings)).toEqual([])
    expect(findings.filter(it => it.result === 'served' && it.differs.length > 0)).toEqual([])
    if (!url) expect(findings.filter(it => it.result === 'missing' && isOurs(it.name))).toEqual([])
  })

  test.runIf(entry.mayWrite)('created, changed and removed records appear so in the lists', async () => {
    const steps = await checkWrites(await openCheckSession(base, account))
    expect(failed(steps)).toEqual([])
    const isAsked = ({ why }: CheckStep) => why !== '没有富文本'
    if (!url) expect(steps.filter(it => it.result === 'skipped' && isAsked(it))).toEqual([])
  })

  test('every list pages, filters and sorts as declared, and a record equals its row', async () => {
    const steps = await checkLists(await openCheckSession(base, account))
    expect(failed(steps)).toEqual([])
    if (!url) expect(steps.filter(it => it.result === 'done').length).toBeGreaterThan(5)
  })

  test('calls that are not permitted or switched off are refused with the right code', async () => {
    const steps = await checkRefusals(await openCheckSession(base, account))
    expect(failed(steps)).toEqual([])
    if (!url) expect(steps.filter(it => it.result === 'done').length).toBeGreaterThan(0)
  })

  test('a page is at most as long as requested, and the total is the same on each', async () => {
    const { wire } = await signInTo(base, account)
    const call = callNamed('messages.page')
    const page = async (pageNum: number) => {
      const input = { pageNum, pageSize: 1 }
      return answerOf(call, await wire.call('messages.page', input), input, () => {}) as {
        records: object[]
        total: number
      }
    }
    const [first, second] = [await page(1), await page(2)]
    expect(first.records.length).toBeLessThanOrEqual(1)
    expect(second.total).toBe(first.total)
  })

  test('a wrong password and an invented token are refused', async () => {
    expect(await refusal(signInTo(base, { ...account, password: `${account.password}-` }))).not.toBeNull()
    expect(await refusal(connectTo(base, '1-nobody').call('session.self'))).toMatch(/^400[348]$/)
    expect(await refusal(connectTo(base).call('session.self'))).not.toBeNull()
  })

  test('every answer has the envelope, also for an unknown path', async () => {
    const { body } = await connectTo(base).raw('/no/such/path')
    expect(body).toMatchObject({ code: expect.anything() })
    expect(String((body as { code: unknown }).code)).not.toBe('200')
  })
})
