import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { entities } from '../../../resources/entities.ts'
import { resources } from '../../../resources/index.ts'
import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, inputFieldsOf, type Values } from '../../support/asking.ts'
import { examples, writingCalls } from '../../support/examples/index.ts'
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

/** Every call that saves a record or a setting; the other writing calls are actions. */
const updates = new Set([
  ...resources.flatMap(({ name, crud }) => (crud.update ? [`${name}.${crud.update}`] : [])),
  'offices.updateCustom',
  'firm.update',
  'conf.updateApp',
  'firmConf.updateAppConf',
  'system.updateConfig',
  'languages.update',
])
const saving = writingCalls.filter(
  ({ name, call }) => updates.has(name) && inputFieldsOf(call).includes('version'),
)

/** The parts of an input besides the content. */
const actionFields = ['status', 'submit', 'publish', 'resetPassword', 'showStatus']
const testedExamples = examples.filter(it => saving.some(({ name }) => name === it.name))

const countLogs = async () => {
  const [row] = await app.database.read(1, db =>
    db.select({ rows: count() }).from(logs).where(eq(logs.firmId, 1)),
  )
  return row!.rows
}

test('every saving call is tried', () => {
  const names = new Set(testedExamples.map(it => it.name))
  expect(saving.filter(it => !names.has(it.name)).map(it => it.name)).toEqual([])
})

test.each(testedExamples.map(it => [it.title, it] as const))(
  '%s writes nothing where nothing changed',
  async (_, { name, call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    if (actionFields.some(order => order in input)) return
    const first = await ask(call, by, input)
    const version = Number((first.data as Values)['version'] ?? (await freshVersion(name, by, input)))
    const [before, logged] = [await snapshotOf(app), await countLogs()]
    const ids = Object.fromEntries(Object.entries(input).filter(([key]) => /id$/i.test(key)))
    // The same input again: once with all fields, and once with the changed fields as this client sends them.
    for (const repetition of [
      { ...input, version },
      { ...ids, version },
    ]) {
      // A call that replaces the whole record requires all fields.
      if (!call.input.safeParse(repetition).success) continue
      const answer = await ask(call, by, repetition)
      expect(answer).toMatchObject({ code: '200', data: { version } })
    }
    expect([await snapshotOf(app), await countLogs()]).toEqual([before, logged])
  },
)

const freshVersion = async (name: string, by: string, input: Values) => {
  const resource = entities.find(it => name.startsWith(`${it.name}.`))!
  const recordCall = resource.calls[resource.crud.one!]!
  return ((await ask(recordCall, by, { [resource.id]: input[resource.id] })).data as Values)['version']
}
