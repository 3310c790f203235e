import { afterAll, beforeAll, expect, test } from 'vitest'

import { capabilitiesOf } from '../../../resources/domain/permissions.ts'
import { type Capability, rightSwitches, type Scope, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import { seedDemo } from '../../../server/db/seed/demo.ts'
import { admins, articles, cardRevisions, cards, lawyers, logs } from '../../../server/db/tables.ts'
import { isPublishedAtOnce } from '../../../server/services/articles/permissions.ts'
import { memoryStorage } from '../../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'

// Whoever the demo says has done something had the right to do it, by the product's matrix and its default settings.

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await seedDemo(database, {
    password: 'a-demo-password',
    storage: memoryStorage(new Map()),
    now: new Date('2026-11-20T10:00:00+08:00'),
  })
})
afterAll(() => database.close())

/** 内容审核 as the product begins: every article is reviewed. */
const everyArticle = 2

type Person = typeof admins.$inferSelect | { lawyer: number }
type Subject = { office: number; writer?: string | null; owners: readonly number[] }

const levelAndSwitches = (admin: typeof admins.$inferSelect) => ({
  population: 1 as const,
  officeLevel: admin.officeLevel as OfficeLevel,
  isSystem: admin.isSystem === 1,
  canAudit: admin.canAudit === 1,
  canExport: admin.canExport === 1,
})

const scopeIn = (person: Person, right: Capability): Scope | null => {
  if ('lawyer' in person) return scopeOf(right, 'lawyer', rightSwitches)
  if (!capabilitiesOf(levelAndSwitches(person), rightSwitches).has(right)) return null
  return scopeOf(
    right,
    person.isSystem === 1 ? 'system' : `L${person.officeLevel as OfficeLevel}`,
    rightSwitches,
  )
}

const mayUse = (person: Person, right: Capability, { office, writer, owners }: Subject) => {
  const isOfOffice = !('lawyer' in person) && person.organizationId === office
  const isWriter = !('lawyer' in person) && writer === `1:${person.id}`
  const reach: Record<Scope, boolean> = {
    all: true,
    office: isOfOffice,
    own: isOfOffice && isWriter,
    self: 'lawyer' in person && (owners.includes(person.lawyer) || writer === `2:${person.lawyer}`),
  }
  const scope = scopeIn(person, right)
  return scope !== null && reach[scope]
}

const rightOf: Record<string, Capability> = {
  create: 'article.create',
  update: 'article.edit',
  submit: 'article.edit',
  delete: 'article.edit',
  offline: 'article.edit',
  publish: 'article.pass',
  pass: 'article.pass',
  refuse: 'article.pass',
  top: 'article.top',
}

const read = () =>
  database.read(1, async db => ({
    admins: await db.select().from(admins),
    articles: await db.select().from(articles),
    cards: await db.select().from(cards),
    lawyers: await db.select().from(lawyers),
    logs: await db.select().from(logs).orderBy(logs.seq),
    revisions: await db.select().from(cardRevisions),
  }))
const demo = async () => {
  const rows = await read()
  const mobileOf = new Map(rows.lawyers.map(it => [it.id, it.mobile]))
  const isAuthor = (admin: typeof admins.$inferSelect, owners: readonly number[]) =>
    owners.some(id => mobileOf.get(id) === admin.mobile)
  return { ...rows, isAuthor }
}

test('everybody in the log had the right to what he did', async () => {
  const rows = await demo()
  // An event without a person is one of a scheduled job.
  const written = rows.logs.filter(it => it.operatorType !== null)
  expect(written.length).toBeGreaterThan(100)
  const wrong = written.flatMap(
    ({ action, operatorType, operatorId, operatorName, targetType, targetId }) => {
      const article = rows.articles.find(it => targetType === 'articles' && it.articleId === targetId)
      const person: Person | undefined =
        operatorType === 2 ? { lawyer: operatorId! } : rows.admins.find(it => it.id === operatorId)
      const right = rightOf[action]
      const subject = article && {
        office: article.organizationId,
        writer: article.createdBy,
        owners: article.lawyerIds,
      }
      const isAllowed = person && right && subject && mayUse(person, right, subject)
      return isAllowed ? [] : [`${operatorName}: ${action} ${article?.title}`]
    },
  )
  expect(wrong).toEqual([])
})

test('nobody decided about his own article, and nobody handed in what he could publish', async () => {
  const rows = await demo()
  const wrong = rows.logs.flatMap(({ action, operatorType, operatorId, operatorName, targetId }) => {
    const admin = rows.admins.find(it => operatorType === 1 && it.id === operatorId)
    const article = rows.articles.find(it => it.articleId === targetId)
    if (!article || !admin) return []
    const isOwn = rows.isAuthor(admin, article.lawyerIds)
    const subject = { office: article.organizationId, writer: article.createdBy, owners: article.lawyerIds }
    const isReviewer = mayUse(admin, 'article.pass', subject) && !isOwn
    const isPublished = isPublishedAtOnce(everyArticle, { population: 1, isReviewer })
    const isWrong =
      (action === 'submit' && isPublished) || (['publish', 'pass', 'refuse'].includes(action) && !isReviewer)
    return isWrong ? [`${operatorName}: ${action} ${article.title}`] : []
  })
  expect(wrong).toEqual([])
})

test('whoever decided about a card could review it', async () => {
  const rows = await demo()
  const decisions = rows.revisions.filter(it => it.kind === 'approve' || it.kind === 'reject')
  const wrong = decisions.flatMap(({ cardId, byName, kind }) => {
    const card = rows.cards.find(it => it.id === cardId)!
    const admin = rows.admins.find(it => it.name === byName)
    const subject = { office: card.organizationId, owners: [card.lawyerId] }
    const { name: owner } = rows.lawyers.find(it => it.id === card.lawyerId)!
    const isOwn = admin && (admin.name === owner || rows.isAuthor(admin, [card.lawyerId]))
    const isAllowed = admin && mayUse(admin, 'card.audit', subject) && !isOwn
    return isAllowed ? [] : [`${byName}: ${kind} ${card.name}`]
  })
  expect(decisions.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})

test('whoever removed a record could remove it', async () => {
  const rows = await demo()
  const removed = [
    ...rows.cards.map(it => ({ ...it, right: 'card.delete' as const, owners: [it.lawyerId], writer: null })),
    ...rows.articles.map(it => ({
      ...it,
      right: 'article.edit' as const,
      owners: it.lawyerIds,
      writer: it.createdBy,
    })),
  ].filter(it => it.deletedAt !== null)
  expect(removed.length).toBeGreaterThan(3)
  const wrong = removed.filter(({ deletedBy, right, organizationId: office, writer, owners }) => {
    const admin = rows.admins.find(it => it.name === deletedBy)
    return !admin || !mayUse(admin, right, { office, writer, owners })
  })
  expect(wrong.map(it => it.deletedBy)).toEqual([])
})
