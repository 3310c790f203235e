import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Db } from '../../../server/db/connection/open.ts'
import {
  articles,
  batches,
  cards,
  lawyers,
  offices,
  positions,
  transferRequests,
} from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { raceCalls } from '../../support/rowLock.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { addLawyer, addOffice } from '../../support/world.ts'

// Two calls about one person, card, article or office compete repeatedly for the row that both lock. One of
// them is refused with a code that gives the reason, neither fails otherwise, and the final state is that of
// the winner.

const rounds = 200

type Line = { msg: string }
const lines: Line[] = []

let app: TestApp
let stage: Stage
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
  app = await startApp({ log: createLog('info', destination) })
  stage = await setStage(app)
})
afterAll(() => app.close())
beforeEach(() => void (lines.length = 0))

const write = <T>(work: (db: Db) => Promise<T>) => app.database.write(1, work)
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => index)

/** People of the office 东所. */
const people = (count = rounds) =>
  write(async db => {
    const keys = idsOf(count).map(() => `1371${stage.next().padStart(7, '0')}`)
    for (const key of keys) await addLawyer(db, app.world, 1, key, key, '赛跑律师', '东所')
    return keys.map(key => ({ key, ...app.world.people.get(key)! }))
  })

/** The same card for each of them, submitted for review or not. */
const cardsOf = async (persons: readonly { id: number; organizationId: number }[], auditStatus: 0 | 1) => {
  const sample = await stage.submittedCard()
  return write(async db => {
    const [row] = await db.select().from(cards).where(eq(cards.id, sample.id))
    const { id: _, ...rest } = row!
    const values = persons.map(({ id, organizationId }) => ({
      ...rest,
      lawyerId: id,
      organizationId,
      auditStatus,
      version: 1,
    }))
    return db.insert(cards).values(values).returning({ id: cards.id, lawyerId: cards.lawyerId })
  })
}

const cardOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, id)))
  return row!
}
const personOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(lawyers).where(eq(lawyers.id, id)))
  return row
}

/** Expects each pair of codes at least once and that no transaction had to be retried. */
const expectPairs = (pairs: readonly string[], expected: readonly string[]) => {
  expect(pairs).toHaveLength(rounds)
  expect([...new Set(pairs)].toSorted()).toEqual(expected.toSorted())
  expect(lines.filter(it => it.msg.startsWith('a transaction was rolled back'))).toEqual([])
}

const removePerson = (id: number) => () =>
  stage.admin.call('lawyers.update', { id, version: 1, status: 4, reason: '合同到期' })

test('a card approved while its lawyer is removed is not visible to visitors', async () => {
  const handedIn = await cardsOf(await people(), 1)
  const admin2 = await app.as('admin2')
  const pairs: string[] = []
  for (const [round, { id, lawyerId }] of handedIn.entries()) {
    const approve = () => admin2.call('cards.adminAuditCard', { id, auditStatus: 2, version: 1 })
    const pair = await raceCalls(app, round, {
      table: 'lawyers',
      id: lawyerId,
      calls: [approve, removePerson(lawyerId)],
    })
    pairs.push(pair)
    const { showStatus, auditStatus, published } = await cardOf(id)
    expect({ showStatus, auditStatus, isPublished: published !== null }).toEqual({
      showStatus: 0,
      auditStatus: pair === '200 200' ? 2 : 0,
      isPublished: pair === '200 200',
    })
    expect((await personOf(lawyerId))?.status).toBe(4)
  }
  expectPairs(pairs, ['200 200', '4091 200'])
})

test('a person removed while a transfer is decided is not moved to another office afterwards', async () => {
  const persons = await people()
  const [from, to] = [app.world.offices.get('东所')!, app.world.offices.get('南所')!]
  const request = await write(db =>
    db
      .insert(transferRequests)
      .values(
        persons.map(({ id, name }) => ({
          firmId: 1,
          lawyerId: id,
          lawyerName: name,
          organizationId: from,
          toId: to,
          reason: '团队调整',
        })),
      )
      .returning({ id: transferRequests.id, lawyerId: transferRequests.lawyerId }),
  )
  const admin2 = await app.as('admin2')
  const pairs: string[] = []
  for (const [round, { id, lawyerId }] of request.entries()) {
    const agree = () => admin2.call('transfers.decide', { id, result: 1, version: 1 })
    const pair = await raceCalls(app, round, {
      table: 'lawyers',
      id: lawyerId,
      calls: [agree, removePerson(lawyerId)],
    })
    pairs.push(pair)
    const { status, organizationId } = (await personOf(lawyerId))!
    expect({ status, organizationId }).toEqual(
      pair === '200 4090' ? { status: 1, organizationId: to } : { status: 4, organizationId: from },
    )
  }
  expectPairs(pairs, ['200 4090', '4091 200'])
})

test('a person is not transferred to an office that is closed meanwhile', async () => {
  const persons = await people()
  const admin2 = await app.as('admin2')
  const pairs: string[] = []
  for (const [round, { id }] of persons.entries()) {
    const office = await write(db => addOffice(db, 1, `赛跑分所${stage.next()}`, 0))
    const transfer = () =>
      admin2.call('lawyers.update', { id, version: 1, organizationId: office, reason: '团队调整' })
    const closing = {
      organizationId: office,
      version: 1,
      peopleTo: stage.organizationId,
      reason: '合并办公',
      confirmPassword: password,
    }
    const close = () => stage.admin.call('offices.close', closing)
    pairs.push(await raceCalls(app, round, { table: 'offices', id: office, calls: [transfer, close] }))
    const inside = await app.database.read(1, db => db.$count(lawyers, eq(lawyers.organizationId, office)))
    expect(inside).toBe(0)
  }
  await write(db => db.update(offices).set({ status: 1 }).where(eq(offices.status, 0)))
  expectPairs(pairs, ['200 200', '4220 200'])
  // Each of its rounds hashes a password, which takes a minute on a busy machine.
})

test('undoing an import while one of its people gets a card removes the person without a card or keeps the person with it', async () => {
  const persons = await people()
  const admin2 = await app.as('admin2')
  const pairs: string[] = []
  for (const [round, { id }] of persons.entries()) {
    const batchId = await write(async db => {
      const batch = { firmId: 1, kind: 'lawyers', count: 1, source: 2 as const, created: 1 }
      const [createdBatch] = await db.insert(batches).values(batch).returning({ id: batches.id })
      await db.update(lawyers).set({ batchId: createdBatch!.id }).where(eq(lawyers.id, id))
      return createdBatch!.id
    })
    const undo = () => stage.admin.call('imports.undo', { batchId })
    const card = { ...stage.needed, lawyerId: id, language: 'CN' as const, name: '赛跑律师' }
    const create = () => admin2.call('cards.createCard', card)
    const pair = await raceCalls(app, round, { table: 'lawyers', id, calls: [undo, create] })
    pairs.push(pair)
    const count = await app.database.read(1, db => db.$count(cards, eq(cards.lawyerId, id)))
    expect({ isThere: (await personOf(id)) !== undefined, count }).toEqual(
      pair === '200 200' ? { isThere: true, count: 1 } : { isThere: false, count: 0 },
    )
  }
  expectPairs(pairs, ['200 200', '200 4040'])
})

test('only one of two reviewers decides, and the other is told that it is decided', async () => {
  const handedIn = await cardsOf(await people(), 1)
  const admin2 = await app.as('admin2')
  const pairs: string[] = []
  for (const [round, { id, lawyerId }] of handedIn.entries()) {
    const approve = () => stage.admin.call('cards.adminAuditCard', { id, auditStatus: 2, version: 1 })
    const reject = () =>
      admin2.call('cards.adminAuditCard', { id, auditStatus: 3, version: 1, reason: '请补充简介' })
    const pair = await raceCalls(app, round, { table: 'lawyers', id: lawyerId, calls: [approve, reject] })
    pairs.push(pair)
    expect((await cardOf(id)).auditStatus).toBe(pair.startsWith('200') ? 2 : 3)
  }
  expectPairs(pairs, ['200 4091', '4091 200'])
})

test('an article withdrawn while it is published ends in one of the two states', async () => {
  const sample = await stage.waiting()
  const waiting = await write(async db => {
    const [row] = await db.select().from(articles).where(eq(articles.articleId, sample.articleId))
    const { articleId: _, ...rest } = row!
    const values = idsOf(rounds).map(() => rest)
    return db
      .insert(articles)
      .values(values)
      .returning({ articleId: articles.articleId, version: articles.version })
  })
  const author = await app.as(sample.key)
  const pairs: string[] = []
  for (const [round, { articleId, version }] of waiting.entries()) {
    const publish = () => stage.admin.call('articles.pass', { articleId, version })
    const withdraw = () => author.call('articles.update', { articleId, version, submit: 0 })
    const calls = [publish, withdraw] as const
    const pair = await raceCalls(app, round, { table: 'articles', id: articleId, calls })
    pairs.push(pair)
    const [row] = await app.database.read(1, db =>
      db.select({ status: articles.status }).from(articles).where(eq(articles.articleId, articleId)),
    )
    expect(row?.status).toBe(pair.startsWith('200') ? 2 : 0)
  }
  expectPairs(pairs, ['200 4090', '4091 200'])
})

test('a position changes its level while cards with that position are edited', async () => {
  const written = await cardsOf(await people(5), 0)
  const cardsWithPosition = written.map(card => ({ ...card, version: 1 }))
  const postCode = 'Partner'
  const theseCards = inArray(
    cards.id,
    cardsWithPosition.map(({ id }) => id),
  )
  await write(db => db.update(cards).set({ postCode }).where(theseCards))
  const admin2 = await app.as('admin2')
  const [position] = await app.database.read(1, db =>
    db.select().from(positions).where(eq(positions.postCode, postCode)),
  )
  const { postId } = position!
  let { version } = position!
  const pairs: string[] = []
  for (const round of idsOf(rounds)) {
    const card = cardsWithPosition[round % cardsWithPosition.length]!
    const raiseLevel = async () => {
      const change = { postId, version, postLevel: 10 + (round % 50) }
      version = (await stage.admin.call('positions.update', change)).version
    }
    const weigh = async () => {
      const change = { id: card.id, version: card.version, weight: 1 + round }
      card.version = (await admin2.call('cards.update', change)).version
    }
    pairs.push(
      await raceCalls(app, round, { table: 'lawyers', id: card.lawyerId, calls: [raiseLevel, weigh] }),
    )
  }
  expectPairs(pairs, ['200 200'])
  // Every edit is present, as are the levels that the position gave the cards.
  expect(cardsWithPosition.map(card => card.version)).toEqual(
    cardsWithPosition.map(() => 1 + rounds / cardsWithPosition.length),
  )
})
