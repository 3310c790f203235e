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
const keptFiles = new Map<string, Uint8Array>()
const storage = memoryStorage(keptFiles)

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

test('writes the whole demo in a few hundred statements', () => {
  expect(isWritten).toBe(true)
  expect(statements.length).toBeLessThanOrEqual(600)
})

test('writes nothing the second time', async () => {
  expect(await seedDemo(database, { password })).toBe(false)
  expect(await database.read(1, db => db.$count(lawyers))).toBe(60)
})

test('gives every firm the areas and professions', async () => {
  await database.read(null, async db => {
    expect(await db.$count(areas)).toBeGreaterThan(3200)
    const [banking] = await db.select().from(professions).where(eq(professions.code, '0401'))
    expect(banking).toMatchObject({ id: 401, parentId: 4 })
  })
})

test('derives the city and province of an office', async () => {
  const [beijing] = await database.read(1, db =>
    db.select().from(offices).where(eq(offices.shortName, '砚衡北京')),
  )
  expect(beijing).toMatchObject({ provinceCode: '110000', cityCode: '110100', districtCode: '110105' })
})

test('lets the accounts sign in with the given password', async () => {
  const [admin] = await database.read(1, db => db.select().from(admins).where(eq(admins.account, 'admin')))
  expect(await verify(admin?.passwordHash ?? '', password)).toBe(true)
  expect(admin?.mustChangePwd).toBe(0)
})

test('stores a waiting change beside the published version', async () => {
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

test('gives only published cards a published version', async () => {
  const rows = await cardsOfFirm()
  expect(rows.filter(it => it.auditStatus === 0 && it.published)).toEqual([])
  expect(rows.filter(it => it.auditStatus === 2 && !it.published)).toEqual([])
})

test.each(['content', 'published'] as const)(
  'stores the %s of every card as the declaration accepts it',
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

test('gives published cards everything that publishing requires', async () => {
  const lacking = (await cardsOfFirm()).filter(
    it => it.published && mpInitial.card.initial.requiredFields.some(field => !it.published?.[field]),
  )
  expect(lacking.map(it => it.name)).toEqual([])
})

test('gives every card its history up to its version', async () => {
  const rows = await cardsOfFirm()
  const history = await database.read(1, db => db.select().from(cardRevisions))
  const wrong = rows.filter(it => history.filter(entry => entry.cardId === it.id).length !== it.version)
  expect(wrong.map(it => it.name)).toEqual([])
})

test('names the subject of each message and counts times from now', async () => {
  const rows = await database.read(1, db => db.select().from(messages).where(eq(messages.type, 3)))
  expect(rows.filter(it => it.bizId === null || it.link === null)).toEqual([])
  const newest = Math.max(...rows.map(it => it.createdAt.getTime()))
  expect(now.getTime() - newest).toBe(50 * 60_000)
})

test('counts the recipients of an announcement', async () => {
  const [sent, letters] = await database.read(1, async db => [
    await db.select().from(announcements),
    await db.select().from(messages).where(eq(messages.type, 7)),
  ])
  expect(sent.length).toBeGreaterThan(1)
  for (const { id, sent: count } of sent) expect(letters.filter(it => it.batchId === id)).toHaveLength(count)
  expect(letters.filter(it => it.batchId === null || it.bizType !== 'announcement')).toEqual([])
})

test('gives articles a past: revisions, messages that open their subject, and log rows in one chain', async () => {
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

test('stores pictures and shows them on cards', async () => {
  const rows = await database.read(1, db => db.select().from(files))
  expect(rows.map(it => it.path).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...keptFiles.keys()].toSorted((a, b) => a.localeCompare(b)),
  )
  const avatars = (await cardsOfFirm()).map(it => String(it.content['avatar']))
  expect(avatars.filter(it => !keptFiles.has(it.replace('/api/files/', '')))).toEqual([])
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

test('allows a second firm the same account and mobile with its own rows only', async () => {
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

test('writes nothing of a firm with an error', async () => {
  const faulty = { ...firm, firmId: 3, cards: [{ lawyer: '13800000001', content: { position: 'Nobody' } }] }
  await expect(seedFixture(database, fixtureSchema.parse({ firms: [faulty] }))).rejects.toThrow(
    'no such position',
  )
  expect(await database.read(3, db => db.$count(lawyers))).toBe(0)
})

test('refuses a missing picture', async () => {
  const faulty = { ...firm, firmId: 3, logo: 'picture:nobody' }
  await expect(
    seedFixture(database, fixtureSchema.parse({ firms: [faulty] }), { storage, now }),
  ).rejects.toThrow('no such picture: nobody')
})
