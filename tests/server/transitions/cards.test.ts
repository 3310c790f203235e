import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type CardAction,
  type CardCaller,
  type CardState,
  cardStateOf,
  cardStates,
  cardTransitions,
  type RemovedCardAction,
  removedCardTransitions,
} from '../../../resources/cards/transitions.ts'
import { isCapability } from '../../../resources/domain/rights.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { type StoredCardContent, cardRevisions, cards } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall, type Values } from '../../support/asking.ts'
import { adminRole, lawyerRole, reachOf, type Role } from '../../support/reach.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { addAdmin } from '../../support/world.ts'

// Every action on a card in every state by every kind of caller, as in `articles.test.ts`.

const callers = {
  admin: adminRole(1, '总所'),
  admin2: adminRole(2, '总所'),
  narrowed: adminRole(2, '总所', { isNarrowed: true }),
  twin: adminRole(2, '总所', { isNamed: true }),
  branch: adminRole(3, '东所'),
  south: adminRole(3, '南所'),
  branch2: adminRole(4, '东所'),
  system: adminRole(2, '总所', { isSystem: true }),
  '13800000002': lawyerRole('东所'),
  '13800000003': lawyerRole('南所'),
} as const satisfies Record<string, Role>
type CallerName = keyof typeof callers
const roleOf = (name: CallerName): Role => callers[name]
const ownerName = '13800000002'

let app: TestApp
let stage: Stage
let ask: Asker
let id: number
let content: StoredCardContent

beforeAll(async () => {
  app = await startApp()
  const { database, world } = app
  await database.write(1, async db => {
    await addAdmin(db, world, 1, ['narrowed', '陈行政', '总所', 2], 51)
    await addAdmin(db, world, 1, ['twin', '郑律师', '总所', 2], 52)
    await db.execute(sql`update admins set can_audit = 0 where id = ${world.people.get('narrowed')!.id}`)
    await db.execute(sql`update admins set mobile = '13800000002' where id = ${world.people.get('twin')!.id}`)
  })
  stage = await setStage(app)
  ask = createAsker(app)
  const owner = await app.as(ownerName)
  const createdCard = await owner.call('cards.createCard', {
    language: 'CN',
    name: owner.name,
    ...stage.needed,
  })
  id = createdCard.id
  const [row] = await database.read(1, db => db.select().from(cards).where(eq(cards.id, id)))
  content = row!.content
})
afterAll(() => app.close())

const putInto = async (state: CardState, shown: { showStatus?: 0 | 1; deletedAt?: Date }, cardId = id) => {
  const { auditStatus, isPublished, isChanged } = cardStates[state]
  // Differs from the first revision, which restoring brings back.
  const currentContent = { ...content, slogan: '库中的签名' }
  const [row] = await app.database.write(1, db =>
    db
      .update(cards)
      .set({
        auditStatus,
        content: isChanged ? { ...currentContent, intro: '<p>本人修改后的简介。</p>' } : currentContent,
        published: isPublished ? currentContent : null,
        changedFields: isChanged ? ['intro'] : [],
        isTop: 0,
        deletedAt: null,
        ...shown,
        version: sql`${cards.version} + 1`,
      })
      .where(and(eq(cards.firmId, 1), eq(cards.id, cardId)))
      .returning({ version: cards.version }),
  )
  return row!.version
}

type Stored = { row: Record<string, unknown>; revisions: number }
const storedRow = async (cardId = id) => {
  const { rows } = await app.database.read(1, db =>
    db.execute<Stored>(sql`select to_jsonb(c) as row,
      (select count(*)::int from ${cardRevisions} r where r.card_id = c.id) as revisions
      from ${cards} c where c.id = ${cardId}`),
  )
  return rows[0]!
}
const stateIn = ({ row }: Stored) =>
  row['deleted_at'] === null
    ? cardStateOf({
        auditStatus: Number(row['audit_status']),
        isPublished: row['published'] !== null,
        isChanged: (row['changed_fields'] as unknown[]).length > 0,
      })
    : 'gone'

type Trial = { call: string; needs?: 'card.display'; input: (version: number) => Values; isHidden?: true }
const trials: Readonly<Record<CardAction, Trial>> = {
  edit: { call: 'cards.update', input: version => ({ version, slogan: '写下的签名' }) },
  publish: { call: 'cards.update', input: version => ({ version, publish: 1, slogan: '写下的签名' }) },
  keep: { call: 'cards.update', input: version => ({ version, publish: 0, slogan: '写下的签名' }) },
  submit: { call: 'cards.submitAudit', input: version => ({ version }) },
  withdraw: { call: 'cards.submitAudit', input: version => ({ version, withdraw: 1 }) },
  approve: { call: 'cards.adminAuditCard', input: version => ({ version, auditStatus: 2 }) },
  reject: {
    call: 'cards.adminAuditCard',
    input: version => ({ version, auditStatus: 3, reason: '头像不符合要求' }),
  },
  restore: { call: 'cards.restore', input: version => ({ version, to: 1 }) },
  hide: { call: 'cards.update', needs: 'card.display', input: version => ({ version, showStatus: 0 }) },
  show: {
    call: 'cards.update',
    needs: 'card.display',
    input: version => ({ version, showStatus: 1 }),
    isHidden: true,
  },
  top: { call: 'cards.update', needs: 'card.display', input: version => ({ version, isTop: 1 }) },
  remove: { call: 'cards.delete', input: () => ({}) },
}

type Cell = { name: CallerName; review: 0 | 1; action: CardAction; state: CardState }

const standingOf = ({ name, review }: Cell): CardCaller => {
  const role = roleOf(name)
  if (role.population === 2) return review === 0 ? 'unreviewedOwner' : 'owner'
  if (role.isNamed) return 'self'
  const facts = { isOwn: false, isAuthor: false, office: '东所' } as const
  return reachOf(role, 'card.audit', facts) === 'reached' ? 'reviewer' : 'editor'
}

/** The expected next state, or the code of the refusal. */
const expectedOf = (cell: Cell) => {
  const { name, action, state } = cell
  const role = roleOf(name)
  const { who } = boundCall(trials[action].call).call
  const facts = { isOwn: name === ownerName, isAuthor: name === ownerName, office: '东所' } as const
  const reach = isCapability(who) ? reachOf(role, who, facts) : 'none'
  if (reach === 'none') return '4030'
  if (reach === 'beyond') return '4040'
  const standing = standingOf(cell)
  const next = cardTransitions[action][state]?.[standing]
  if (next) return next
  const isOwnAction = Object.values(cardTransitions[action]).some(it => it[standing] !== undefined)
  const isOthers = state in cardTransitions[action]
  return isOthers && (role.population === 1 || !isOwnAction) ? '4030' : '4091'
}

const outcomeOf = async (cell: Cell) => {
  const { call: name, input, isHidden } = trials[cell.action]
  const expected = expectedOf(cell)
  const isRefused = /^\d/.test(expected)
  const version = await putInto(cell.state, { showStatus: isHidden ? 0 : 1 })
  const stored = isRefused && (await storedRow())
  const { call } = boundCall(name)
  const target = name === 'cards.delete' ? { ids: [id] } : { id }
  const { code, message, data } = await ask(call, cell.name, { ...target, ...input(version) })
  const after = await storedRow()
  const failureLabel = `${cell.state}: ${message}`
  // A batch call reports each missing card instead of failing.
  const isNone = name === 'cards.delete' && code === '200' && (data as { success: number }).success === 0
  const answeredCode = isNone ? '4040' : code
  if (!isRefused)
    return [
      { about: failureLabel, code: answeredCode, next: stateIn(after) },
      { about: failureLabel, code: '200', next: expected },
    ]
  return [
    { about: failureLabel, code: answeredCode, row: after },
    { about: failureLabel, code: expected, row: stored },
  ]
}

/** A lawyer cannot choose whether the change is published: the call ignores the flag. */
const isTried = (name: CallerName, action: CardAction) =>
  roleOf(name).population === 1 || !['publish', 'keep'].includes(action)

describe.each([1, 0] as const)('with 名片审核方式 %i', review => {
  beforeAll(() => stage.setting('cardReview', { cardReview: review }))
  const triedCallers = review === 1 ? keysOf(callers) : ([ownerName] as const)
  const cases = triedCallers.flatMap(name =>
    keysOf(cardTransitions)
      .filter(action => isTried(name, action))
      .map(action => [action, name] as const),
  )
  test.each(cases)('%s by %s, in every state', async (action, name) => {
    for (const state of keysOf(cardStates)) {
      const [outcome, expected] = await outcomeOf({ name, review, action, state })
      expect(outcome).toEqual(expected)
    }
  })
})

describe('in the bin', () => {
  const binCalls: Readonly<Record<RemovedCardAction, string>> = {
    recover: 'recycledCards.restore',
    purge: 'recycledCards.purge',
  }
  type BinCell = { name: CallerName; action: RemovedCardAction; state: CardState }
  const expectedInBin = ({ name, action, state }: BinCell) => {
    const role = roleOf(name)
    const { who } = boundCall(binCalls[action]).call
    const facts = { isOwn: name === ownerName, isAuthor: name === ownerName, office: '东所' } as const
    const reach = isCapability(who) ? reachOf(role, who, facts) : 'none'
    if (reach === 'none') return '4030'
    if (reach === 'beyond') return '4040'
    return (
      removedCardTransitions[action][state]?.[standingOf({ name, review: 1, action: 'edit', state })] ??
      '4091'
    )
  }
  const removed = { deletedAt: new Date('2026-01-01') }
  /** Purging needs a card of its own each time: an English one beside the Chinese one. */
  const cardFor = async (next: string) => {
    if (next !== 'gone') return id
    const owner = await app.as(ownerName)
    const card = { language: 'EN', name: 'Zheng', ...stage.needed } as const
    return (await owner.call('cards.createCard', card)).id
  }
  const cases = keysOf(callers).flatMap(name => keysOf(binCalls).map(action => [action, name] as const))
  test.each(cases)('%s by %s, in every state', async (action, name) => {
    const { call } = boundCall(binCalls[action])
    for (const state of keysOf(cardStates)) {
      const expected = expectedInBin({ name, action, state })
      const cardId = await cardFor(expected)
      await putInto(state, removed, cardId)
      const stored = await storedRow(cardId)
      const { code, message } = await ask(call, name, { id: cardId })
      const after = await storedRow(cardId)
      const failureLabel = `${state}: ${message}`
      if (/^\d/.test(expected))
        expect({ about: failureLabel, code, row: after }).toEqual({
          about: failureLabel,
          code: expected,
          row: stored,
        })
      else {
        const next = after ? stateIn(after) : 'gone'
        expect({ about: failureLabel, code, next }).toEqual({
          about: failureLabel,
          code: '200',
          next: expected,
        })
        if (after) expect(after.row['show_status']).toBe(0)
      }
      // A card that is not in the bin cannot be restored or purged.
      if (expected === 'gone') continue
      await putInto(state, { showStatus: 1 })
      const rowBefore = await storedRow()
      expect((await ask(call, name, { id })).code).toBe(/^\d/.test(expected) ? expected : '4040')
      expect(await storedRow()).toEqual(rowBefore)
    }
  })

  test.each(keysOf(trials))('no %s in any state by any caller who lacks the transition', async action => {
    const { call: name, input } = trials[action]
    for (const state of keysOf(cardStates)) {
      const version = await putInto(state, removed)
      const stored = await storedRow()
      const target = name === 'cards.delete' ? { ids: [id] } : { id }
      const callerName = ['submit', 'withdraw'].includes(action) ? ownerName : 'admin'
      const { code, data } = await ask(boundCall(name).call, callerName, { ...target, ...input(version) })
      const isNone = name === 'cards.delete' && (data as { success: number }).success === 0
      expect(isNone ? '4040' : code).toBe('4040')
      expect(await storedRow()).toEqual(stored)
    }
  })
})

describe('an administrator who is also the lawyer', () => {
  beforeAll(() => stage.setting('cardReview', { cardReview: 1 }))
  const remove = () =>
    app.database.write(1, db => db.update(cards).set({ deletedAt: app.clock.now() }).where(eq(cards.id, id)))
  const make = (publish: 0 | 1) => {
    const { call } = boundCall('cards.createCard')
    const { id: lawyerId } = app.world.people.get(ownerName)!
    return ask(call, 'twin', { language: 'CN', lawyerId, publish, name: '郑律师', ...stage.needed })
  }

  test('cannot publish an own new card, not even after the former one was deleted', async () => {
    await putInto('passed', { showStatus: 1 })
    await remove()
    expect(await make(1)).toMatchObject({ code: '4030', message: '不得审核本人名片，请由其他管理员审核' })
    const rows = await app.database.read(1, db => db.select().from(cards))
    expect(rows.every(it => it.deletedAt !== null)).toBe(true)
    expect((await make(0)).code).toBe('200')
  })
})
