import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Level } from '../../../resources/domain/rights.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  boundCall,
  isFilterCount,
  isListExport,
  mayCall,
  reachOf,
  inputFieldsOf,
  type Values,
} from '../../support/asking.ts'
import { makersOf } from '../../support/examples/index.ts'
import type { Maker } from '../../support/examples/example.ts'
import { proposedTeam } from '../../support/examples/people.ts'
import { webhook } from '../../support/examples/session.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let branch: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

type Bound = (typeof servedCalls)[number]

/** The input with which each reading call shows a complete record. */
const readers: Readonly<Record<string, (stage: Stage) => Promise<Values>>> = {
  'proposals.one': async stage => ({ id: (await proposedTeam(stage)).proposalId }),
  'admins.one': async ({ administrator }) => ({ id: (await administrator(2)).id }),
  'admins.devices': async ({ administrator }) => ({ id: (await administrator(2)).id }),
  'lawyers.devices': async ({ lawyer }) => ({ id: (await lawyer()).id }),
  'admins.consequences': async ({ administrator }) => ({ id: (await administrator(2)).id, officeLevel: 1 }),
  'lawyers.consequences': async ({ lawyer }) => ({ id: (await lawyer()).id }),
  'cards.cardInfo': async ({ card }) => ({ id: (await card()).id }),
  'cards.cardInfoByLawyer': async ({ card }) => ({ lawyerId: (await card()).lawyerId }),
  'cards.output': async ({ publishedCard, setting }) => {
    await setting('shareCover', { cardUrl: 'https://card.example.com' })
    return { id: (await publishedCard()).id, type: 'qr' }
  },
  'cards.revisions': async ({ card }) => ({ id: (await card()).id }),
  'cards.visits': async ({ card }) => ({ id: (await card()).id }),
  'cards.questions': async ({ submittedCard }) => ({ id: (await submittedCard()).id }),
  'cards.reviewers': async ({ submittedCard }) => ({ id: (await submittedCard()).id }),
  'articles.revisions': async ({ article }) => ({ articleId: (await article()).articleId }),
  'articles.one': async ({ article }) => ({ articleId: (await article()).articleId }),
  'articles.draft': async ({ admin, article }) => {
    const { articleId } = await article()
    await admin.call('articles.keepDraft', { kind: 2, articleId, values: '{"title":"未完"}' })
    return { kind: 2, articleId }
  },
  'previewLinks.list': async ({ article }) => ({ articleId: (await article()).articleId }),
  'articles.getUserList': async ({ published }) => ({ lawyerId: (await published()).lawyerId }),
  'offices.cardTemplate': async ({ office }) => ({ organizationId: (await office()).organizationId }),
  'offices.contents': async ({ office }) => ({ organizationId: (await office()).organizationId }),
  'offices.firmOrganizationInfo': async ({ office }) => ({ organizationId: (await office()).organizationId }),
  'imports.preview': async ({ admin, organizationId, next }) => {
    const list = [{ name: '批次人员', mobile: `1331100${next()}`, organizationId, personType: 2 }]
    return { batchId: (await admin.call('lawyers.addList', { list })).batchId! }
  },
  'mandates.given': async ({ app, lawyer }) => {
    const owner = await lawyer()
    const today = firmDay(app.clock.now())
    const mandate = { fields: ['intro' as const], startOn: today, endOn: today }
    await (
      await app.as(owner.key)
    ).call('mandates.grant', { population: 2, assistantId: (await lawyer()).id, ...mandate })
    return { lawyerId: owner.id }
  },
  'timeline.page': async ({ lawyer }) => ({ type: 'lawyers', id: (await lawyer()).id }),
  'timeline.differences': async ({ card }) => ({ type: 'cards', id: (await card()).id, entry: 'revision-1' }),
  'bulkRuns.one': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    const filter = { ids: [id] }
    const answers = { reason: '批量停用' }
    const run = await admin.call('bulkRuns.start', {
      resource: 'lawyers',
      action: 'disable',
      filter,
      answers,
    })
    return admin.call('bulkRuns.stop', run)
  },
  'announcements.one': async ({ admin, lawyer }) => ({
    batchId: (await announceTo(admin, (await lawyer()).id)).batchId,
  }),
  'webhooks.one': async ({ admin }) => ({ id: (await admin.call('webhooks.add', webhook)).id }),
  'webhookDeliveries.one': async ({ admin }) => {
    const { id } = await admin.call('webhooks.add', webhook)
    return { id: (await admin.call('webhooks.test', { id })).deliveryId }
  },
  'announcements.count': async ({ lawyer }) => ({ audience: 3, lawyerIds: [(await lawyer()).id] }),
  'logs.one': async ({ article, admin }) => {
    const { articleId } = await article()
    const { records } = await admin.call('logs.getAdminLogPageList', {
      targetType: 'articles',
      targetId: articleId,
    })
    return { id: records[0]!.id }
  },
}
const announceTo = (admin: Stage['admin'], id: number) =>
  admin.call('announcements.announce', { audience: 3, lawyerIds: [id], title: '通知', content: '请查收。' })

/**
 * Ids that do not name somebody's record: the firm's own, areas, positions in a list, or choices that
 * everybody may see.
 */
const publicIds: Readonly<Record<string, string>> = {
  'firm.firmInfo': 'the firm, which is compared with the session',
  'registration.register': 'an office that is offered to everybody',
  'areas.areaById': 'an area of the country',
  'areas.city': 'an area of the country',
  'categories.one': 'the firm’s own categories, for whoever may read articles',
  'categories.add': 'nothing but a category',
  'professions.one': 'the firm’s own fields, for every administrator',
  'positions.one': 'the firm’s own positions, for everybody',
  'qrcode.update': 'the firm’s own setting; what is called an id in it names an account of WeChat',
  'mpName.update': 'the firm’s own setting; what is called an id in it names an account of WeChat',
  'reviews.queue': 'a token by which the caller’s own queue is filtered',
  'proposals.ofRecord': 'a count within the caller’s scope, which is zero for another record',
  'mandates.grant': 'a colleague, whom every lawyer of the firm may name',
  'reviews.nameSubstitute': 'a colleague, whom every reviewer of the firm may name',
  'offices.add': 'a new office, for whoever may make one',
}

const isId = (name: string) => /^(id|ids)$|Ids?$/.test(name) && !/^(code|sms|mandate)Id$/.test(name)
const isOfList = ({ call }: Bound) => call.filters !== undefined
const isCount = ({ name, call }: Bound) =>
  !call.writes &&
  servedCalls.some(it => isOfList(it) && it.name.split('.')[0] === name.split('.')[0]) &&
  inputFieldsOf(call).includes('keyword')

/** Every call about one record or several. */
const recordCalls = servedCalls.filter(
  it =>
    !(it.name in publicIds) &&
    inputFieldsOf(it.call).some(isId) &&
    (!isOfList(it) || it.name in readers) &&
    !isCount(it) &&
    !isListExport(it.call) &&
    !isFilterCount(it.call),
)

const makersFor = ({ name }: Bound): Readonly<Record<string, Maker>> => {
  const reader = readers[name]
  if (reader) return { '': async it => ({ input: await reader(it), logs: [] }) }
  return makersOf(name)
}

const cases = recordCalls.flatMap(bound =>
  Object.entries(makersFor(bound)).map(([variant, make]) => ({
    title: variant ? `${bound.name} (${variant})` : bound.name,
    call: bound.call,
    name: bound.name,
    make,
  })),
)

test('every call about a record is tried by strangers', () => {
  const testedCalls = new Set(cases.map(it => it.name))
  expect(recordCalls.filter(it => !testedCalls.has(it.name)).map(it => it.name)).toEqual([])
})

/** Examples that name no record, and so cannot concern another person's. */
const ofNoRecord: Readonly<Record<string, string>> = {
  'announcements.announce (everybody)': 'goes to whomever the caller’s own right reaches',
  'articles.keepDraft (ofNew)': 'the caller’s own draft of what is not saved yet',
  'cards.createCard (byHimself)': 'the caller’s own card',
}
const namesRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, it]) => isId(name) || namesRecord(it))

test('the examples without a record are exactly those listed', () => {
  const titles = cases.map(it => it.title)
  expect(Object.keys(ofNoRecord).filter(it => !titles.includes(it))).toEqual([])
})

/** Accounts without access to records of 总所: of another office, of another firm, and another lawyer. */
const strangers: readonly (readonly [account: string, level: Level, isOtherFirm?: true])[] = [
  ['south', 'L3'],
  ['branch2', 'L4'],
  ['13800000001', 'lawyer'],
  ['13800000003', 'lawyer'],
  ['other-admin', 'L1', true],
  ['other-13800000001', 'lawyer', true],
]

/** Answers to a stranger that differ from "not found". */
const answers: Readonly<Record<string, (level: Level) => string>> = {
  // Another office cannot be chosen, and a level of the main office cannot be granted.
  'admins.add': level => (level === 'L3' ? '4030' : '4220'),
  'articles.add': () => '4220',
  // Each row has its own result, like each card below.
  'lawyers.addList': () => '200',
  // A lawyer's input always concerns the lawyer, whatever id it has.
  'lawyers.updateMobile': level => (level === 'lawyer' ? '4220' : '4040'),
  'lawyers.updatePassword': level => (level === 'lawyer' ? '4220' : '4040'),
  // None of the caller's own cards can be put into an archive.
  'cards.outputs': () => '4091',
  'cards.word': () => '4091',
  // Each card has its own result.
  'cards.delete': () => '200',
  'cards.adminAuditCard': () => '200',
}

/** An author named in an article together with colleagues has access to it. */
const isAuthor = (name: string, account: string) => name === 'articles.add' && account === '13800000001'

/** An answer that shows nothing: an empty list, no card, no text. */
const isEmpty = (data: unknown) => /^(\{\}|\{("\w+":(null|0|\[\]),?)*\})$/.test(JSON.stringify(data))

describe.each(cases.map(it => [it.title, it] as const))('%s', (title, { name, call, make }) => {
  const refused = strangers.filter(
    ([account, level, isOtherFirm]) =>
      mayCall(call, level) && (isOtherFirm || reachOf(call, level) !== 'all') && !isAuthor(name, account),
  )
  test.runIf(refused.length > 0)(
    'answers strangers that the record does not exist, and changes nothing',
    async () => {
      const { input } = await make(stage)
      if (title in ofNoRecord) return expect(Object.keys(input).some(isId)).toBe(false)
      expect(namesRecord(input)).toBe(true)
      const before = [await snapshotOf(app), await snapshotOf(app, 2)].map(withoutBatches)
      for (const [account, level] of refused) {
        const { code, data } = await ask(call, account, input)
        const expected = answers[name]?.(level) ?? '4040'
        const isRefused = code === expected || code === '4040' || (code === '200' && isEmpty(data))
        if (!isRefused) expect.fail(`${account}: ${code} instead of ${expected}, ${JSON.stringify(data)}`)
      }
      expect([await snapshotOf(app), await snapshotOf(app, 2)].map(withoutBatches)).toEqual(before)
    },
  )
})
/** The batches of calls without a result are not compared. */
const withoutBatches = ({ batches: _batches, ...rest }: Record<string, string>) => rest

const ownOnly = cases.filter(it => reachOf(it.call, 'L4') === 'own')
describe('D a sub-administrator of the same office', () => {
  beforeAll(async () => {
    branch = await setStage(app, { office: '东所', admin: 'branch' }, stage.props)
  })
  test.each(ownOnly.map(it => [it.title, it] as const))(
    'has no access to another person’s record: %s',
    async (title, it) => {
      const { input } = await it.make(branch)
      if (title in ofNoRecord) return expect(Object.keys(input).some(isId)).toBe(false)
      expect(namesRecord(input)).toBe(true)
      const before = await snapshotOf(app)
      const { code, data } = await ask(it.call, 'branch2', input)
      if (code !== '200' || !isEmpty(data)) expect(code).toBe('4040')
      expect(await snapshotOf(app)).toEqual(before)
    },
  )
})

test('hides a draft from everybody but its author, whatever their rights', async () => {
  const { articleId } = await stage.article()
  const target = { kind: 2, articleId } as const
  const values = JSON.stringify({ title: '还没有写完' })
  await stage.admin.call('articles.keepDraft', { ...target, values })
  for (const account of ['admin2', 'system', 'branch']) {
    const { code, data } = await ask(boundCall('articles.draft').call, account, target)
    expect(code === '4030' || isEmpty(data)).toBe(true)
  }
  const other = await app.as('admin2')
  await other.call('articles.keepDraft', { ...target, values: '{}' })
  await other.call('articles.dropDraft', target)
  expect((await stage.admin.call('articles.draft', target)).values).toBe(values)
})
