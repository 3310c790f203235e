import { isDeepStrictEqual } from 'node:util'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, askerOf, isListExport } from '../../support/asking.ts'
import { examples } from '../../support/examples/index.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = askerOf(app)
})
afterAll(() => app.close())

/** A repetition of these, and of the export of any list, is answered anew. */
const exempt: Readonly<Record<string, string>> = {
  'session.logout': 'ends the session that would ask again',
  'cards.outputs': 'a file is made each time, and each is logged',
  'firmConf.export': 'a file is made each time, and each is logged',
}
const repeated = examples.filter(
  ({ name, call }) =>
    call.method === 'POST' && call.who !== 'public' && !(name in exempt) && !isListExport(call),
)

const countLogs = () => app.database.read(1, db => db.$count(logs, eq(logs.firmId, 1)))

/** One-time passwords are shown once. */
const withoutSecrets = (data: unknown) =>
  JSON.parse(
    JSON.stringify(data, (key, value: unknown) => (/password/i.test(key) ? undefined : value)),
  ) as unknown

test.each(repeated.map(it => [it.title, it] as const))(
  '%s sent again with its key is answered the same and done once',
  async (title, { call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    const key = { 'Idempotency-Key': title }
    const first = await ask(call, by, input, key)
    expect(first).toMatchObject({ code: '200' })
    const [after, logged] = [await snapshotOf(app), await countLogs()]
    const again = await ask(call, by, input, key)
    expect(again).toMatchObject({ code: '200', data: withoutSecrets(first.data) })
    expect(JSON.stringify(again.data)).not.toContain('initialPassword":"')
    expect([await snapshotOf(app), await countLogs()]).toEqual([after, logged])
    // A key stands for one content.
    const { input: other } = await make(stage)
    if (isDeepStrictEqual(other, input)) return
    const before = await snapshotOf(app)
    expect((await ask(call, by, other, key)).code).toBe('4000')
    expect(await snapshotOf(app)).toEqual(before)
  },
)
