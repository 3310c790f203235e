import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall, inputFieldsOf } from '../../support/asking.ts'
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

/**
 * Calls whose version may be absent at every firm, since the firm's own clients call them without one
 * (docs/domain.md §5).
 */
const optional = ['lawyers.pass']

/** Calls whose version is not the version of the changed record. */
const exempt: Readonly<Record<string, string>> = {
  'articles.keepDraft': 'tells of which article a draft is; a draft of another window is told by its moment',
  'cards.keepDraft': 'the same of a card',
  'cards.reveal': 'it reads a card; the version names one of its revisions',
  'session.consent': 'the version of a text that is agreed to, and of no record',
}

const isVersioned = ({ name, call }: (typeof writingCalls)[number]) =>
  inputFieldsOf(call).includes('version') && !(name in exempt)
const versioned = examples.filter(it =>
  writingCalls.some(bound => bound.name === it.name && isVersioned(bound)),
)

const lastLogged = async () => {
  const [row] = await app.database.read(1, db =>
    db
      .select({ seq: logs.seq })
      .from(logs)
      .where(and(eq(logs.firmId, 1)))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  return row?.seq
}

test('every call with a version is tried with an outdated one', () => {
  const testedCalls = new Set<string>()
  for (const { name } of versioned) testedCalls.add(name)
  expect(
    writingCalls
      .filter(isVersioned)
      .filter(it => !testedCalls.has(it.name))
      .map(it => it.name),
  ).toEqual([])
  expect(Object.keys(exempt).filter(name => !writingCalls.some(it => it.name === name))).toEqual([])
})

test.each(versioned.map(it => [it.title, it] as const))(
  '%s refuses an outdated version and writes nothing',
  async (_, { name, call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    if ('versions' in input) return
    const version = Number(input['version'])
    const [before, logged] = [await snapshotOf(app), await lastLogged()]
    for (const wrong of [version - 1, version + 1].filter(it => it >= 0))
      expect((await ask(call, by, { ...input, version: wrong })).code).toBe('4090')
    const { version: _version, ...without } = input
    if (!optional.includes(name)) expect((await ask(call, by, without)).code).toBe('4220')
    expect([await snapshotOf(app), await lastLogged()]).toEqual([before, logged])
    expect((await ask(call, by, input)).code).toBe('200')
    // The version that was right a moment ago is outdated now.
    expect(['4090', '4091']).toContain((await ask(call, by, input)).code)
  },
)

const several = versioned.flatMap(it => (it.title.includes('several') ? [[it.title, it] as const] : []))
test.each(several)('%s decides about no record that changed meanwhile', async (_, { call, make }) => {
  const { input } = await make(stage)
  const { versions, ...without } = input as { versions: number[] }
  const before = await snapshotOf(app)
  const stale = versions.map(version => version - 1)
  const { code, data } = await ask(call, stage.place.admin, { ...input, versions: stale })
  expect({ code, data }).toMatchObject({ code: '200', data: { results: [{ ok: 0 }] } })
  expect((await ask(call, stage.place.admin, without)).code).toBe('4220')
  expect(await snapshotOf(app)).toEqual(before)
  expect(await ask(call, stage.place.admin, input)).toMatchObject({ data: { results: [{ ok: 1 }] } })
})

test('a firm can allow older clients to decide without a version', async () => {
  const [card, article] = [await stage.submittedCard(), await stage.waiting()]
  const decide = async () => [
    (await ask(boundCall('cards.adminAuditCard').call, 'admin', { id: card.id, auditStatus: 2 })).code,
    (await ask(boundCall('articles.pass').call, 'admin', { articleId: article.articleId })).code,
  ]
  expect(await decide()).toEqual(['4220', '4220'])
  await stage.setting('system', { security: { strictVersion: 0 } })
  expect(await decide()).toEqual(['200', '200'])
  await stage.setting('system', {})
})
