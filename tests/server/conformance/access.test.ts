import { afterAll, beforeAll, expect, test } from 'vitest'

import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, levels, mayCall, people, inputFieldsOf } from '../../support/asking.ts'

let app: TestApp
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  ask = createAsker(app)
})
afterAll(() => app.close())

const calls = servedCalls.map(it => [it.name, it.call] as const)

test.each(calls.filter(([, call]) => call.who !== 'public'))('%s requires a session', async (_, call) => {
  expect((await ask(call, null)).code).toBe('4003')
})

const closed = calls.flatMap(([name, call]) => {
  const refused = levels.filter(level => !mayCall(call, level))
  return refused.length > 0 ? [[name, { call, refused }] as const] : []
})
test.each(closed)(
  '%s refuses a caller without the right, and keeps the session',
  async (_, { call, refused }) => {
    for (const level of refused) {
      const { needs, ...whole } = call
      const need = mayCall(whole, level) ? needs : call.who
      expect(await ask(call, people[level])).toMatchObject({ code: '4030', data: { need } })
      expect(await (await app.as(people[level])).call('session.self')).toMatchObject({ status: 1 })
    }
  },
)

/** Calls that need no id in their input: lists, counts, choices. */
const open = servedCalls.filter(
  ({ call }) => call.method === 'GET' && !call.writes && call.input.safeParse({}).success,
)
const unmaskedMobile = /\b1[3-9]\d{9}\b/

test.each(open.map(it => [it.name, it.call] as const))('%s shows no unmasked mobile', async (_, call) => {
  for (const account of [null, 'admin', '13800000002', 'system']) {
    const { code, data } = await ask(call, account)
    // For a card or an article, only a lawyer has a record of their own.
    expect(['200', '4003', '4030', '4220']).toContain(code)
    // A lawyer reads his own number whole.
    expect(JSON.stringify(data).replaceAll(account ?? '–', '')).not.toMatch(unmaskedMobile)
  }
})

test('shows an unmasked mobile only on request and with the right', async () => {
  const { id } = app.world.people.get('13800000001')!
  const admin = await app.as('admin')
  expect((await admin.call('lawyers.lawyerInfo', { id })).mobile).toBe('138****0001')
  expect((await admin.call('lawyers.lawyerInfo', { id, reveal: 1 })).mobile).toBe('13800000001')
  await expect((await app.as('system')).call('lawyers.lawyerInfo', { id, reveal: 1 })).rejects.toMatchObject({
    code: '4030',
  })
})

test('no call lets the caller choose the firm', () => {
  expect(servedCalls.filter(it => inputFieldsOf(it.call).includes('firmId')).map(it => it.name)).toEqual([])
})
