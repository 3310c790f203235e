import { isDeepStrictEqual } from 'node:util'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { secretSchemas } from '../../../resources/domain/credentials.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { createAnswerWalk } from '../../../server/context/answerWalk.ts'
import { idempotencyKeys, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, isListExport } from '../../support/asking.ts'
import type { Example } from '../../support/examples/example.ts'
import { examples } from '../../support/examples/index.ts'
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

/** Repetitions of these calls, and of every export, are answered anew. */
const exempt: Readonly<Record<string, string>> = {
  'session.logout': 'ends the session that would ask again',
  'privacyRequests.archive': 'a file is made each time, and each is logged',
  'privacyRequests.evidence': 'a file is made each time, and each is logged',
  'cards.word': 'a file is made each time, and each is logged',
  'cards.outputs': 'a file is made each time, and each is logged',
  'firmConf.export': 'a file is made each time, and each is logged',
  'cards.makeEnglishDraft': 'a draft is made each time, and each text that leaves the server is logged',
  'uploads.begin': 'goes on with the unfinished upload of the same file, and gives it time anew',
}
/**
 * These calls open their own transactions and store no answer: a repetition finds the result and answers the
 * same.
 */
const withoutKeptAnswer = new Set(['uploads.finish', 'bulkRuns.preview'])
/** The account created with a card has a password, which only the first answer contains. */
const cardWithAccount = {
  ...examples.find(it => it.name === 'cards.createCard')!,
  title: 'cards.createCard (with an account)',
  make: async ({ needed }: Stage): Promise<Omit<Example, 'logs'>> => {
    const organizationId = app.world.offices.get('东所')!
    const newLawyer = { name: '样本新人', mobile: '13855556666', organizationId, personType: 1 }
    return { input: { newLawyer, language: 'CN', ...needed, name: '样本新人' } }
  },
}
const repeated = [...examples, cardWithAccount].filter(
  ({ name, call }) =>
    call.method === 'POST' && call.who !== 'public' && !(name in exempt) && !isListExport(call),
)

const countLogs = () => app.database.read(1, db => db.$count(logs, eq(logs.firmId, 1)))

/** An answer without the secrets that its call declares, and these secrets. */
const withoutSecrets = ({ output }: Call, data: unknown) => {
  const secrets: string[] = []
  const walk = createAnswerWalk<null>(output, schema =>
    secretSchemas.has(schema) ? value => void (typeof value === 'string' && secrets.push(value)) : null,
  )
  const rest = JSON.parse(JSON.stringify(walk?.(data, { at: '', owner: {} }, null) ?? data)) as unknown
  return { rest, secrets }
}

const storedAnswerOf = async (key: string) => {
  const rows = await app.database.read(1, db =>
    db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)),
  )
  expect(rows).toHaveLength(1)
  return JSON.stringify(rows[0]!.answer)
}

/** Calls whose first answer contained a secret. */
const callsWithSecrets = new Set<string>()

test.each(repeated.map(it => [it.title, it] as const))(
  '%s, repeated with its key, answers the same and acts once',
  async (title, { name, call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    const key = { 'Idempotency-Key': title }
    const first = await ask(call, by, input, key)
    expect(first).toMatchObject({ code: '200' })
    const [after, logged] = [await snapshotOf(app), await countLogs()]
    const repeatedAnswer = await ask(call, by, input, key)
    const { rest, secrets } = withoutSecrets(call, first.data)
    expect({ code: repeatedAnswer.code, data: repeatedAnswer.data }).toEqual({ code: '200', data: rest })
    if (!withoutKeptAnswer.has(name)) {
      const stored = await storedAnswerOf(title)
      expect(secrets.filter(it => stored.includes(it))).toEqual([])
    }
    expect(repeatedAnswer.message).toMatch(secrets.length > 0 ? /只在第一次的结果中显示/ : /^操作成功$/)
    if (secrets.length > 0) callsWithSecrets.add(name)
    expect([await snapshotOf(app), await countLogs()]).toEqual([after, logged])
    // A key belongs to one content.
    const { input: other } = await make(stage)
    if (isDeepStrictEqual(other, input) || withoutKeptAnswer.has(name)) return
    const before = await snapshotOf(app)
    expect((await ask(call, by, other, key)).code).toBe('4000')
    expect(await snapshotOf(app)).toEqual(before)
  },
)

test('every call that answers a secret is tried with one', () => {
  const declared = repeated.filter(({ call }) =>
    createAnswerWalk(call.output, it => (secretSchemas.has(it) ? () => null : null)),
  )
  expect([...callsWithSecrets].toSorted()).toEqual([...new Set(declared.map(it => it.name))].toSorted())
})
