import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { entryWithAncestors, menuEntry, type MenuName, menuNames } from '../../../resources/domain/menu.ts'
import { closingSwitches } from '../../../resources/domain/permissions.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { firms, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  boundCall,
  isCapability,
  levels,
  mayCall,
  people,
  type Values,
} from '../../support/asking.ts'
import { makersOf } from '../../support/examples/index.ts'
import { forgetDenials, snapshotOf } from '../../support/snapshot.ts'
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

const switchOff = (names: readonly string[]) =>
  app.database.write(1, db =>
    db
      .update(firms)
      .set({ appConfSet: { adminFuncSwitch: { global: Object.fromEntries(names.map(it => [it, 0])) } } })
      .where(eq(firms.firmId, 1)),
  )
afterEach(() => switchOff([]))

type Bound = (typeof servedCalls)[number]

/** The stage's articles are of the second kind, its categories of the first; a client consents to a case. */
const kindOf = ({ name }: Bound) => {
  if (name.startsWith('categories.')) return 1
  return name.endsWith('Consent') ? 3 : 2
}
const governing = (bound: Bound, population: Population, input: Values = {}) => {
  const { call, feature } = bound
  return closingSwitches(call, feature, population, { kind: kindOf(bound), ...input })
}
const dependsOnInput = ({ call, feature }: Bound) => typeof (call.feature ?? feature) === 'function'

const isLawyers = (by: string | undefined) => by !== undefined && /^1\d{10}$/.test(by)
/** An account of a population that may make the call. */
const callerFor = ({ call }: Bound, population: Population) => {
  const level = levels.find(it => (it === 'lawyer') === (population === 2) && mayCall(call, it))
  return level && people[level]
}

type Case = {
  name: string
  bound: Bound
  population: Population
  make: () => Promise<{ input: Values; by: string }>
}

/** Each call with its input for each population; a reading call needs no input to be refused. */
const cases: Case[] = servedCalls.flatMap(bound =>
  ([1, 2] as const).flatMap(population => {
    const caller = callerFor(bound, population)
    if (!caller) return []
    const makers = Object.entries(makersOf(bound.name))
    const isOf = (variant: string) =>
      /^(byHimself|own|submit|withdraw\w*)$/.test(variant) === (population === 2) || makers.length === 1
    const chosen = makers.filter(([variant]) => isOf(variant))
    if (chosen.length === 0)
      return [{ name: bound.name, bound, population, make: async () => ({ input: {}, by: caller }) }]
    return chosen.map(([variant, maker]) => ({
      name: `${bound.name} ${variant}`,
      bound,
      population,
      make: async () => {
        const example = await maker(stage)
        const isTheirs = isLawyers(example.by) === (population === 2) && example.by !== undefined
        return { input: example.input, by: isTheirs ? example.by! : caller }
      },
    }))
  }),
)

const switchableEntries = menuNames.filter(it => !menuEntry(it).isAlwaysOn)
/** The feature switches of the example or, where the subject decides, of the stage's kind. */
const linesOf = ({ bound, population }: Case, input: Values = {}) =>
  governing(bound, population, input).flatMap(entryWithAncestors)

const lastDenial = async () => {
  const [row] = await app.database.read(1, db =>
    db.select().from(logs).where(eq(logs.firmId, 1)).orderBy(desc(logs.seq)).limit(1),
  )
  return row!
}

const needsRecord = (it: Case) => dependsOnInput(it.bound) && !it.bound.call.writes

/** For calls of several pages, the values of one page. */
const touched: Readonly<Record<string, Values>> = {
  'conf.updateApp': { mpFuncSwitch: {} },
  'firm.updateMpconf publish': { index: {} },
  'firm.updateMpconf draft': { card: {} },
}

const closing = switchableEntries
  .map(
    name =>
      [name, cases.filter(it => !needsRecord(it) && linesOf(it, touched[it.name]).includes(name))] as const,
  )
  .filter(([, found]) => found.length > 0)

describe.each(closing)('the switch %s', (name, found) => {
  test('closes its calls to the population it concerns, without effect', async () => {
    for (const it of found) {
      const { input, by } = await it.make()
      if (!linesOf(it, input).includes(name)) continue
      await switchOff([name])
      const before = await snapshotOf(app)
      expect((await ask(it.bound.call, by, input)).code, `${it.name} by ${by}`).toBe('4031')
      expect(await lastDenial()).toMatchObject({ action: 'denied', errorCode: '4031', result: 0 })
      await forgetDenials(app)
      expect(await snapshotOf(app)).toEqual(before)
      await switchOff([])
    }
  })
})

/** Values are restored and proposals approved by the ordinary call of the record, which has a switch of its own. */
const ofRestored: Readonly<Record<string, readonly string[]>> = {
  'timeline.restore': entryWithAncestors('office.list'),
  'proposals.decide approval': entryWithAncestors('card.list'),
}

const writing = cases.filter(
  ({ bound, population }) => bound.call.writes && governing(bound, population).length > 0,
)
test.each(writing.map(it => [`${it.name} by ${it.population}`, it] as const))(
  '%s is closed by no other switch',
  async (_, it) => {
    const { input, by } = await it.make()
    const lines = [...linesOf(it, input), ...(ofRestored[it.name.trim()] ?? [])]
    await switchOff(menuNames.filter(name => !lines.includes(name)))
    const { code } = await ask(it.bound.call, by, input)
    expect(code).not.toBe('4031')
  },
)

describe('D a kind of content follows its own switch', () => {
  const kinds = [
    [1, 'cms.trend'],
    [2, 'cms.article'],
    [3, 'cms.case'],
    [4, 'cms.video'],
  ] as const satisfies (readonly [number, MenuName])[]
  /** One article of each kind; its switch closes every call about it. */
  const contents = async () => {
    const createdContents = new Map<number, { articleId: number; typeId: number }>()
    for (const [kind] of kinds) {
      const typeId = stage.types[kind]
      createdContents.set(kind, { ...(await stage.article({ kind, typeId })), typeId })
    }
    return createdContents
  }

  test.each(kinds)('%i by %s', async (kind, name) => {
    const content = await contents()
    const codes = async (which: number) => {
      const { articleId, typeId } = content.get(which)!
      const requests = [
        ['articles.one', { articleId }],
        ['articles.revisions', { articleId }],
        ['articles.getList', { kind: which }],
        ['articles.getArticleNum', { kind: which }],
        ['articles.update', { articleId, version: 99, title: '改过的标题' }],
        ['articles.top', { articleId }],
        ['articles.draft', { kind: which }],
        ['categories.one', { typeId }],
        ['categories.getList', { kind: which }],
      ] as const
      const answers: string[] = []
      for (const [call, input] of requests)
        answers.push((await ask(boundCall(call).call, 'admin', input as Values)).code)
      return new Set(answers)
    }
    await switchOff([name])
    expect(await codes(kind)).toEqual(new Set(['4031']))
    const other = kind === 1 ? 2 : 1
    expect(await codes(other)).not.toContain('4031')
    // A list of all kinds still has the other kinds.
    const list = (await ask(boundCall('articles.getList').call, 'admin', { pageSize: 200 })).data as {
      records: { kind: number }[]
    }
    const listed = new Set(list.records.map(it => it.kind))
    expect([listed.has(kind), listed.has(other)]).toEqual([false, true])
    // A record cannot be moved into a kind that is switched off.
    const moved = { articleId: content.get(other)!.articleId, version: 1, kind }
    expect((await ask(boundCall('articles.update').call, 'admin', moved)).code).toBe('4031')
    // Visitors depend on the mini-program's own switches.
    expect((await ask(boundCall('articles.getList').call, null, { kind })).code).toBe('200')
  })
})

test('the mini-program’s switches hide a kind of content from visitors', async () => {
  const { articleId } = await stage.published()
  const ids = async () =>
    (
      (await ask(boundCall('articles.getList').call, null, { pageSize: 200 })).data as {
        records: { articleId: number }[]
      }
    ).records.map(it => it.articleId)
  expect(await ids()).toContain(articleId)
  await app.database.write(1, db =>
    db
      .update(firms)
      .set({ appConfSet: { mpFuncSwitch: { global: { article: 0 } } } })
      .where(eq(firms.firmId, 1)),
  )
  expect(await ids()).not.toContain(articleId)
})

test('callers who must change their first password can do so', async () => {
  const { key } = await stage.lawyer()
  const { initialPassword } = await stage.admin.call('lawyers.updatePassword', {
    id: app.world.people.get(key)!.id,
  })
  await switchOff(['user.account', 'user.account.passwd'])
  const passwordChange = { oldPassword: initialPassword, newPassword: 'maple-harbour-31' }
  const person = await app.asNew(key)
  expect((await person.send('PUT', '/auth/password', { body: passwordChange })).body.code).toBe('200')
  const secondChange = { oldPassword: passwordChange.newPassword, newPassword: 'maple-harbour-32' }
  expect((await person.send('PUT', '/auth/password', { body: secondChange })).body.code).toBe('4031')
})

/** Calls that no switch closes, although administrators need a right for them. */
const ungoverned: Readonly<Record<string, string>> = {
  'firm.update': 'the firm itself has no entry of its own',
  'firm.checklist': 'leads to other pages',
  'firmConf.all': 'what every screen obeys',
  'firmConf.appConf': 'what every screen obeys',
  'firmConf.export': 'each part has the right and the switch of its page',
  'firmConf.import': 'each part has the right and the switch of its page',
  'imports.preview': 'obeys the switch of what the batch holds',
  'imports.undo': 'obeys the switch of what the batch holds',
  'previewLinks.list': 'obeys the right to the record that the link shows',
  'previewLinks.revoke': 'obeys the right to the record that the link shows',
  'authors.page': 'the choices of articles, for whoever may read those',
  'sharedViews.list': 'views belong to lists, whose calls obey their switches',
  'sharedViews.share': 'views belong to lists, whose calls obey their switches',
  'sharedViews.update': 'views belong to lists, whose calls obey their switches',
  'sharedViews.remove': 'views belong to lists, whose calls obey their switches',
  'announcements.page': 'messages have no switch for administrators',
  'announcements.one': 'messages have no switch for administrators',
  'announcements.announce': 'messages have no switch for administrators',
  'announcements.count': 'messages have no switch for administrators',
  'announcements.export': 'messages have no switch for administrators',
  'announcements.filterCounts': 'messages have no switch for administrators',
  'ownArticles.filterCounts': 'as their list',
  'receivers.filterCounts': 'messages have no switch for administrators',
  'receivers.page': 'messages have no switch for administrators',
  'receivers.export': 'messages have no switch for administrators',
}

test('every call with a right has a switch, except those listed', () => {
  const without = servedCalls
    .filter(it => isCapability(it.call) && governing(it, 1).length === 0)
    .map(it => it.name)
  expect(without.toSorted()).toEqual(Object.keys(ungoverned).toSorted())
})

test('calls of switched-off entities that other screens need stay open', () => {
  expect(
    servedCalls
      .filter(it => it.call.feature === null)
      .map(it => it.name)
      .toSorted(),
  ).toEqual(
    [
      'bulkRuns.preview',
      'bulkRuns.rows',
      'bulkRuns.sheet',
      'bulkRuns.start',
      'bulkRuns.stop',
      'bulkRuns.undo',
      'imports.preview',
      'imports.undo',
      'logs.msg.count',
      'offices.validList',
      'positions.post',
      'professions.wxList',
      'sharedViews.list',
      'sharedViews.remove',
      'sharedViews.share',
      'sharedViews.update',
    ].toSorted(),
  )
})

test('the operator cannot close the switch page for the operator', async () => {
  const system = await app.as('system')
  const { version } = await system.call('conf.app')
  for (const name of menuNames.filter(it => menuEntry(it).isAlwaysOn)) {
    const body = { version, adminFuncSwitch: { global: { [name]: 0 } } }
    expect((await system.send('POST', '/firm/appconf', { body })).body).toMatchObject({
      code: '4220',
      data: { errors: { [`adminFuncSwitch.global.${name}`]: expect.stringContaining('不能关闭') } },
    })
  }
  await switchOff(menuNames)
  const { version: now } = await system.call('conf.app')
  await system.call('conf.updateApp', { version: now!, adminFuncSwitch: { global: {} } })
})
