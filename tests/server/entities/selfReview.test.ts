import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, articles, cards, lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf } from '../../support/articles.ts'
import { type Asker, createAsker, boundCall } from '../../support/asking.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// Nobody reviews their own work unless nobody else can (docs/domain.md §1); the rights matrix and the firm's
// switches say who else can.

let app: TestApp
let stage: Stage
let ask: Asker
let cardId: number
let articleId: number
const lawyer = '13800000002'

beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
  const owner = await app.as(lawyer)
  cardId = (await owner.call('cards.createCard', { language: 'CN', name: owner.name, ...stage.needed })).id
  const { organizationId } = owner
  const draft = inputOf(app, stage.types, { organizationId, lawyerIds: [owner.id] })
  articleId = (await owner.call('articles.add', draft)).articleId
  const mobile = '13900009999'
  await app.database.write(1, async db => {
    await db.update(lawyers).set({ mobile }).where(eq(lawyers.id, owner.id))
    await db
      .update(admins)
      .set({ mobile })
      .where(eq(admins.id, app.world.people.get('admin')!.id))
  })
})
afterAll(() => app.close())

type Row = Partial<typeof admins.$inferInsert>
type Other = { account: string; row?: Row; rights?: Record<string, 0 | 1>; decides: readonly string[] }
const pairs = ['card', 'article']
const others: Readonly<Record<string, Other>> = {
  'another of level 1': { account: 'admin2', row: { officeLevel: 1 }, decides: pairs },
  'level 2': { account: 'admin2', decides: pairs },
  'level 2 that may decide nothing': { account: 'admin2', row: { canAudit: 0 }, decides: [] },
  'level 3 of the office': { account: 'branch', decides: pairs },
  'level 3 of the office, who decides about no articles': {
    account: 'branch',
    rights: { l3Article: 0 },
    decides: ['card'],
  },
  'level 3 of another office': { account: 'south', decides: [] },
  'level 4 of the office': { account: 'branch2', decides: ['card'] },
  'level 4 that may decide nothing': { account: 'branch2', row: { canAudit: 0 }, decides: [] },
  'level 4, where none decides': { account: 'branch2', rights: { l4Card: 0 }, decides: [] },
  'the operator': { account: 'system', decides: [] },
  'level 2 that is disabled': { account: 'admin2', row: { status: 0 }, decides: [] },
  'level 2 that was deleted': { account: 'admin2', row: { deletedAt: new Date() }, decides: [] },
}
const levels: Readonly<Record<string, 2 | 3 | 4>> = { admin2: 2, branch: 3, south: 3, branch2: 4, system: 2 }
const asSeeded = (account: string): Row => ({
  status: 1,
  canAudit: 1,
  deletedAt: null,
  officeLevel: levels[account],
})

/** Leaves only the administrator who is also the lawyer, and this other one. */
const leaveOnly = ({ account, row, rights = {} }: Other) =>
  app.database
    .write(1, async db => {
      const isOther = and(eq(admins.firmId, 1), ne(admins.id, app.world.people.get('admin')!.id))
      await db.update(admins).set({ deletedAt: new Date() }).where(isOther)
      const isAccount = eq(admins.id, app.world.people.get(account)!.id)
      await db
        .update(admins)
        .set({ ...asSeeded(account), ...row })
        .where(isAccount)
    })
    .then(() => stage.setting('cardReview', rights))

const decide = {
  card: async () => {
    const [row] = await app.database.write(1, db =>
      db.update(cards).set({ auditStatus: 1 }).where(eq(cards.id, cardId)).returning(),
    )
    const input = { id: cardId, version: row!.version, auditStatus: 2 }
    return (await ask(boundCall('cards.adminAuditCard').call, 'admin', input)).code
  },
  article: async () => {
    const [row] = await app.database.write(1, db =>
      db.update(articles).set({ status: 1 }).where(eq(articles.articleId, articleId)).returning(),
    )
    return (await ask(boundCall('articles.pass').call, 'admin', { articleId, version: row!.version })).code
  },
}

describe.each(Object.entries(others))('D besides the lawyer there is %s', (_, other) => {
  beforeAll(() => leaveOnly(other))
  test.each(['card', 'article'] as const)('who may decide about their own %s', async what => {
    expect(await decide[what]()).toBe(other.decides.includes(what) ? '4030' : '200')
  })

  test('the administrator publishes an own new card accordingly', async () => {
    await app.database.write(1, db => db.delete(cards).where(eq(cards.language, 'EN')))
    const { id: lawyerId } = app.world.people.get(lawyer)!
    const { avatar, workPosition, professions } = stage.needed
    const content = { name: 'Zheng', avatar, workPosition, professions, intro: '<p>Litigation.</p>' }
    const input = { language: 'EN', lawyerId, publish: 1, ...content }
    const { code } = await ask(boundCall('cards.createCard').call, 'admin', input)
    expect(code).toBe(other.decides.includes('card') ? '4030' : '200')
  })
})

test('the firm may let everybody decide about own work', async () => {
  await leaveOnly({ account: 'admin2', rights: { selfAudit: 1 }, decides: [] })
  expect([await decide.card(), await decide.article()]).toEqual(['200', '200'])
})
