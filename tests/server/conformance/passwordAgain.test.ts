import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { demandsOf } from '../../../resources/domain/rights.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { counters, logs } from '../../../server/db/tables.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, isCapability, type Values } from '../../support/asking.ts'
import { makersOf } from '../../support/examples/index.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const demanding = servedCalls.filter(({ call }) => isCapability(call) && demandsOf(call.who).needsPassword)

/** Each call that asks for the caller's password, with the name of its field. */
const cases: readonly (readonly [name: string, field: string, make: () => Promise<Values> | Values])[] = [
  ...demanding.map(
    ({ name }) =>
      [name, 'confirmPassword', async () => (await Object.values(makersOf(name))[0]!(stage)).input] as const,
  ),
  ['session.question', 'password', () => ({ question: 1, answer: '朝阳' })],
  ['session.password', 'oldPassword', () => ({ newPassword: 'another-good-one-77' })],
]

const failed = () =>
  app.database.read(1, db => db.$count(logs, and(eq(logs.firmId, 1), eq(logs.action, 'loginFail'))))

test.each(cases)('%s: guessing the password locks the account and is logged', async (name, field, make) => {
  const { call } = servedCalls.find(it => it.name === name)!
  await app.database.write(null, db => db.delete(counters).where(like(counters.key, 'login:%')))
  await app.database.write(null, db => db.delete(counters).where(like(counters.key, 'network:%')))
  const input = await make()
  const [before, logged] = [await snapshotOf(app), await failed()]
  for (let tries = 0; tries < 5; tries++) {
    const { code, data } = await ask(call, 'admin', { ...input, [field]: `not-the-password-${tries}` })
    expect({ code, data }).toMatchObject({ code: '4220', data: { errors: { [field]: expect.any(String) } } })
  }
  expect(await failed()).toBe(logged + 5)
  expect((await ask(call, 'admin', { ...input, [field]: password })).code).toBe('4009')
  await expect(
    app.call('session.firmAccessUserLogin', { account: 'admin', password, remember: 0 }),
  ).rejects.toMatchObject({ code: '4009' })
  const { messages: _told, ...after } = await snapshotOf(app)
  expect(before).toMatchObject(after)
})
