import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { contentDraft } from '../../../resources/cards/content.ts'
import { contentErrors } from '../../../resources/cards/rules.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { seedDemo } from '../../../server/db/seed/demo.ts'
import { seedFixture } from '../../../server/db/seed/fixture.ts'
import { type FirmInput, fixtureSchema } from '../../../server/db/seed/fixtureSchema.ts'
import {
  areas,
  admins,
  articleRevisions,
  articles,
  cardRevisions,
  cards,
  files,
  lawyers,
  logs,
  announcements,
  messages,
  offices,
  professions,
} from '../../../server/db/tables.ts'
import { verifyAudit } from '../../../server/services/audit/auditChain.ts'
import { memoryStorage } from '../../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { statementsOf } from '../../support/statements.ts'

const password = 'a-demo-password'
const now = new Date('2026-11-20T10:00:00+08:00')
const kept = new Map<string, Uint8Array>()
const storage = memoryStorage(kept)

let database: FreshDatabase
let statements: string[]
let isWritten: boolean

beforeAll(async () => {
  database = await freshDatabase()
  statements = await statementsOf(database.pool, async () => {
    isWritten = await seedDemo(database, { password, storage, now })
  })
})
afterAll(() => database.close())

const cardsOfFirm = () => database.read(1, db => db.select().from(cards))

test('the whole demo is written, in some hundred statements', () => {
  expect(isWritten).toBe(true)
  expect(statements.length).toBeLessThanOrEqual(600)
})

test('a second time nothing is written', async () => {
  expect(await seedDemo(database, { password })).toBe(false)
  expect(await database.read(1, db => db.$count(lawyers))).toBe(60)
})

test('areas and professions are there for every firm', async () => {
  await database.read(null, async db => {
    expect(await db.$count(areas)).toBeGreaterThan(3200)
    const [banking] = await db.select().from(professions).where(eq(professions.code, '0401'))
    expect(banking).toMatchObject({ id: 401, parentId: 4 })
  })
})

test('an office knows its city and province', async () => {
  const [beijing] = await database.read(1, db =>
    db.select().from(offices).where(eq(offices.shortName, '砚衡北京')),
  )
  expect(beijing).toMatchObject({ provinceCode: '110000', cityCode: '110100', districtCode: '110105' })
})

test('accounts sign in with the password given', async () => {
  const [admin] = await database.read(1, db => db.select().from(admins).where(eq(admins.account, 'admin')))
  expect(await verify(admin?.passwordHash ?? '', password)).toBe(true)
  expect(admin?.mustChangePwd).toBe(0)
})

test('a waiting change stands beside the published version', async () => {
  const [card] = (await cardsOfFirm()).filter(it => it.name === '汤以宁')
  expect(card?.auditStatus).toBe(1)
  expect(card?.content['workPosition']).toEqual({ postName: '合伙人', postCode: 'Partner' })
  expect(card?.published?.['workPosition']).toEqual({ postName: '高级律师', postCode: 'Senior Associate' })
  expect(card?.published).not.toHaveProperty('titles')
  expect(card?.changedFields.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'cases',
    'intro',
    'slogan',
    'titles',
    'workPosition',
  ])
})

test('only what was published has a published version', async () => {
  const rows = await cardsOfFirm()
  expect(rows.filter(it => it.auditStatus === 0 && it.published)).toEqual([])
  expect(rows.filter(it => it.auditStatus === 2 && !it.published)).toEqual([])
})

test.each(['content', 'published'] as const)(
  'the %s of every card is what the declaration takes',
  async version => {
    const faults = (await cardsOfFirm()).flatMap(card => {
      const parsed = contentDraft.safeParse(card[version] ?? { name: card.name })
      const found = parsed.success
        ? Object.keys(contentErrors(parsed.data, card.language))
        : [z.prettifyError(parsed.error)]
      return found.map(fault => `${card.name} ${card.language}: ${fault}`)
    })
    expect(faults).toEqual([])
  },
)

test('what is published has what publishing needs', async () => {
  const lacking = (await cardsOfFirm()).filter(
    it => it.published && mpInitial.card.initial.requiredFields.some(field => !it.published?.[field]),
  )
  expect(lacking.map(it => it.name)).toEqual([])
})

test('every card has its history, up to its version', async () => {
  const rows = await cardsOfFirm()
  const history = await database.read(1, db => db.select().from(cardRevisions))
  const wrong = rows.filter(it => history.filter(entry => entry.cardId === it.id).length !== it.version)
  expect(wrong.map(it => it.name)).toEqual([])
})

test('messages name what they are about, and times count from now', async () => {
  const rows = await database.read(1, db => db.select().from(messages).where(eq(messages.type, 3)))
  expect(rows.filter(it => it.bizId === null || it.link === null)).toEqual([])
  const newest = Math.max(...rows.map(it => it.createdAt.getTime()))
  expect(now.getTime() - newest).toBe(50 * 60_000)
})

test('an announcement counts its letters', async () => {
  const [sent, letters] = await database.read(1, async db => [
    await db.select().from(announcements),
    await db.select().from(messages).where(eq(messages.type, 7)),
  ])
  expect(sent.length).toBeGreaterThan(1)
  for (const { id, sent: count } of sent) expect(letters.filter(it => it.batchId === id)).toHaveLength(count)
  expect(letters.filter(it => it.batchId === null || it.bizType !== 'announcement')).toEqual([])
})

test('articles have a past: revisions, messages that open what they are about, and log rows in one chain', async () => {
  const [rows, history, letters] = await database.read(1, async db => [
    await db.select().from(articles),
    await db.select().from(articleRevisions).orderBy(articleRevisions.version),
    await db.select().from(messages).where(eq(messages.type, 4)),
  ])
  const own = (articleId: number) => history.filter(it => it.articleId === articleId).map(it => it.kind)
  const withoutPast = rows.filter(it => own(it.articleId)[0] !== 'create' || it.createdBy === null)
  expect(withoutPast.map(it => it.title)).toEqual([])
  const lastOf = { 1: 'submit', 3: 'refuse', 4: 'offline' } as const
  for (const [status, kind] of Object.entries(lastOf))
    for (const row of rows.filter(it => it.status === Number(status)))
      expect(own(row.articleId).at(-1), row.title).toBe(kind)
  expect(rows.filter(it => it.updatedAt > now)).toEqual([])
  const link = { 1: /^\/app\/cms\/preview\/\d+$/, 2: /^\/app\/user\/articles\/\d+$/ }
  expect(letters.filter(it => !link[it.receiverType].test(it.link ?? ''))).toEqual([])
  expect(new Set(letters.map(it => it.status))).toEqual(new Set([0, 1]))
  expect(new Set(letters.map(it => it.title)).size).toBeGreaterThanOrEqual(5)

  const chain = await database.read(1, db => verifyAudit(db, 1))
  expect(chain.broken).toEqual([])
  expect(chain.checked).toBeGreaterThan(100)
  const written = await database.read(1, db => db.select().from(logs).orderBy(logs.seq))
  const times = written.map(it => it.createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const actions = ['create', 'update', 'submit', 'pass', 'refuse', 'publish', 'offline', 'top'] as const
  expect(actions.filter(it => !written.some(row => row.action === it))).toEqual([])
})

test('pictures are stored, and cards show them', async () => {
  const rows = await database.read(1, db => db.select().from(files))
  expect(rows.map(it => it.path).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...kept.keys()].toSorted((a, b) => a.localeCompare(b)),
  )
  const avatars = (await cardsOfFirm()).map(it => String(it.content['avatar']))
  expect(avatars.filter(it => !kept.has(it.replace('/api/files/', '')))).toEqual([])
})

const firm: FirmInput = {
  firmId: 2,
  name: '第二律师事务所',
  password,
  offices: [{ key: 'main', isMain: 1, name: '第二律师事务所' }],
  admins: [{ account: 'admin', officeLevel: 1 }],
  lawyers: [
    {
      name: '单一鸣',
      mobile: '13800000001',
      licenseNumber: '13101201511123456',
      avatar: 'picture:portrait-1',
    },
  ],
  cards: [
    { lawyer: '13800000001', content: { position: 'Associate', professions: ['self:data', 'official:06'] } },
  ],
}

test('a second firm may hold the same account and mobile, and has its own rows only', async () => {
  const { firms } = await seedFixture(database, fixtureSchema.parse({ firms: [firm] }), { now })
  const [row] = await database.read(2, db => db.select().from(lawyers))
  expect(row).toMatchObject({
    id: firms[0]?.lawyers['13800000001'],
    namePinyin: 'shanyiming',
    firstPractisedYear: 2015,
    practiceType: 1,
    avatar: null,
  })
  expect(await database.read(2, db => db.$count(cards))).toBe(1)
})

test('a firm with a fault is not written at all', async () => {
  const faulty = { ...firm, firmId: 3, cards: [{ lawyer: '13800000001', content: { position: 'Nobody' } }] }
  await expect(seedFixture(database, fixtureSchema.parse({ firms: [faulty] }))).rejects.toThrow(
    'no such position',
  )
  expect(await database.read(3, db => db.$count(lawyers))).toBe(0)
})

test('a picture that is not there is refused', async () => {
  const faulty = { ...firm, firmId: 3, logo: 'picture:nobody' }
  await expect(
    seedFixture(database, fixtureSchema.parse({ firms: [faulty] }), { storage, now }),
  ).rejects.toThrow('no such picture: nobody')
})
