import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type ArticleAction,
  type ArticleCaller,
  type ArticleState,
  articleStateOf,
  articleStates,
  articleTransitions,
  needsChange,
  type RemovedArticleAction,
  removedArticleTransitions,
} from '../../../resources/articles/transitions.ts'
import { type Capability, isCapability } from '../../../resources/domain/rights.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { articleRevisions, articles } from '../../../server/db/tables.ts'
import { runPublication } from '../../../server/services/jobs/publication.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, type CategoryIds } from '../../support/articles.ts'
import { type Asker, createAsker, boundCall, type Values } from '../../support/asking.ts'
import { adminRole, lawyerRole, reachOf, type Role } from '../../support/reach.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { addAdmin, addLawyer } from '../../support/world.ts'

// Every action on an article in every state by every kind of caller, compared with the transition table that
// server and buttons use, the rights matrix, and the review rules of docs/domain.md. A refused action must leave
// the row unchanged.

const callers = {
  admin: adminRole(1, '总所'),
  admin2: adminRole(2, '总所'),
  narrowed: adminRole(2, '总所', { isNarrowed: true }),
  twin: adminRole(2, '总所', { isNamed: true }),
  branch: adminRole(3, '东所'),
  south: adminRole(3, '南所'),
  branch2: adminRole(4, '东所'),
  clerk: adminRole(4, '东所'),
  system: adminRole(2, '总所', { isSystem: true }),
  '13800000002': lawyerRole('东所'),
  coauthor: lawyerRole('东所'),
  '13800000003': lawyerRole('南所'),
} as const satisfies Record<string, Role>
type CallerName = keyof typeof callers
const roleOf = (name: CallerName): Role => callers[name]

let app: TestApp
let stage: Stage
let types: CategoryIds
let ask: Asker
/** The article that the clerk of its office wrote, and the one that its lawyer wrote. */
const articleIds = { branch2: 0, '13800000002': 0 }
type Writer = keyof typeof articleIds

const idOf = (name: string) => app.world.people.get(name)!.id
const fromEast = (more: object = {}) =>
  inputOf(app, types, {
    organizationId: app.world.offices.get('东所')!,
    lawyerIds: ['13800000002', 'coauthor', 'twinLawyer'].map(idOf),
    ...more,
  })

beforeAll(async () => {
  app = await startApp()
  const { database, world } = app
  await database.write(1, async db => {
    await addAdmin(db, world, 1, ['clerk', '冯助理', '东所', 4], 50)
    await addAdmin(db, world, 1, ['narrowed', '陈行政', '总所', 2], 51)
    await addAdmin(db, world, 1, ['twin', '卫律师', '总所', 2], 52)
    await addLawyer(db, world, 1, 'coauthor', '13800000021', '蒋律师', '东所')
    await addLawyer(db, world, 1, 'twinLawyer', '13800000022', '卫律师', '东所')
    await db.execute(sql`update admins set can_audit = 0 where id = ${idOf('narrowed')}`)
    await db.execute(sql`update admins set mobile = '13800000022' where id = ${idOf('twin')}`)
  })
  stage = await setStage(app)
  types = stage.types
  ask = createAsker(app)
  for (const writer of keysOf(articleIds))
    articleIds[writer] = (await (await app.as(writer)).call('articles.add', fromEast())).articleId
})
afterAll(() => app.close())

const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000)
const before = () => new Date(app.clock.now().getTime() - 3_600_000)

/** Resets the article to this state, whatever was done to it before. */
const putInto = async (
  articleId: number,
  state: ArticleState,
  more: Partial<typeof articles.$inferInsert> = {},
) => {
  const isPublic = articleStates[state].status === 2
  const [row] = await app.database.write(1, db =>
    db
      .update(articles)
      .set({
        ...articleStates[state],
        title: '库中的标题',
        typeId: types[2],
        content: '<p>出资期限应当写明。</p>',
        revision: isPublic && state !== 'published' ? { title: '修改后的标题' } : null,
        publishAt: state === 'scheduled' ? inAnHour() : isPublic ? before() : null,
        expireAt: null,
        isTop: 0,
        deletedAt: null,
        version: sql`${articles.version} + 1`,
        ...more,
      })
      .where(and(eq(articles.firmId, 1), eq(articles.articleId, articleId)))
      .returning({ version: articles.version }),
  )
  return row!.version
}

const storedRow = async (articleId: number) => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ row: Record<string, unknown>; revisions: number; authors: unknown }>(sql`
      select to_jsonb(a) as row,
        (select count(*)::int from ${articleRevisions} r where r.article_id = a.article_id) as revisions,
        (select jsonb_agg(to_jsonb(l) order by l.lawyer_id) from article_lawyers l where l.article_id = a.article_id) as authors
      from ${articles} a where a.article_id = ${articleId}`),
  )
  return rows[0]!
}
const stateIn = ({ row }: Awaited<ReturnType<typeof storedRow>>) =>
  row['deleted_at'] === null
    ? articleStateOf({
        status: Number(row['status']),
        revisionStatus: row['revision_status'] as number | null,
      })
    : 'gone'

type Trial = {
  action: ArticleAction
  call: string
  isChanged?: true
  input: (version: number) => Values
}
const trials: Readonly<Record<string, Trial>> = {
  edit: {
    action: 'edit',
    call: 'articles.update',
    isChanged: true,
    input: version => ({ version, title: '写下的标题' }),
  },
  restore: {
    action: 'edit',
    call: 'articles.restore',
    isChanged: true,
    input: version => ({ version, to: 1 }),
  },
  submit: { action: 'submit', call: 'articles.update', input: version => ({ version, submit: 1 }) },
  submitChanged: {
    action: 'submit',
    call: 'articles.update',
    isChanged: true,
    input: version => ({ version, submit: 1, title: '写下的标题' }),
  },
  withdraw: { action: 'withdraw', call: 'articles.update', input: version => ({ version, submit: 0 }) },
  withdrawChanged: {
    action: 'withdraw',
    call: 'articles.update',
    isChanged: true,
    input: version => ({ version, submit: 0, title: '写下的标题' }),
  },
  pass: { action: 'pass', call: 'articles.pass', input: version => ({ version }) },
  refuse: {
    action: 'refuse',
    call: 'articles.refuse',
    input: version => ({ version, reason: '请补充出处' }),
  },
  offline: { action: 'offline', call: 'articles.offline', input: () => ({}) },
  top: { action: 'top', call: 'articles.top', input: () => ({ to: 1 }) },
  discard: { action: 'discard', call: 'articles.discard', input: version => ({ version }) },
  remove: { action: 'remove', call: 'articles.remove', input: () => ({}) },
}

test('tries every declared action, and every call that changes an article besides its drafts', () => {
  expect(new Set(Object.values(trials).map(it => it.action))).toEqual(new Set(keysOf(articleTransitions)))
})

/** Lawyers reach articles that name them and articles that they wrote. */
const reachFor = (name: CallerName, capability: Capability, writer: Writer) => {
  const { population, office } = roleOf(name)
  const isOwn = population === 2 && office === '东所'
  return reachOf(roleOf(name), capability, { isOwn, isAuthor: name === writer, office: '东所' })
}

/** 内容审核 (content review): 0 reviews nothing, 1 what lawyers submit, 2 everything. */
const standingOf = (name: CallerName, writer: Writer, review: 0 | 1 | 2): ArticleCaller => {
  const { population, isNamed } = roleOf(name)
  if (population === 2) return review === 0 ? 'unreviewedAuthor' : 'author'
  if (reachFor(name, 'article.pass', writer) === 'reached' && !isNamed) return 'reviewer'
  return review < 2 ? 'publisher' : 'editor'
}

type Cell = { name: CallerName; writer: Writer; review: 0 | 1 | 2; trial: Trial; state: ArticleState }

/** The expected next state, or the code of the refusal. */
const expectedOf = ({ name, writer, review, trial, state }: Cell) => {
  const { population, isNamed } = roleOf(name)
  const { who } = boundCall(trial.call).call
  const reach = isCapability(who) ? reachFor(name, who, writer) : 'none'
  if (reach === 'none') return '4030'
  if (reach === 'beyond' || (population === 2 && name !== writer)) return '4040'
  const table = articleTransitions[trial.action]
  const standing = standingOf(name, writer, review)
  const next = table[state]?.[standing]
  if (next && (trial.isChanged || !needsChange(trial.action, state))) return next
  const isForOthers = Object.values(table).every(it => it[standing] === undefined)
  const isOwnReview = isNamed && (trial.action === 'pass' || trial.action === 'refuse')
  if (isOwnReview) return state in table ? '4030' : '4091'
  return population === 2 && isForOthers ? '4030' : '4091'
}

/** The outcome of a cell beside the expected one; a refusal must leave the row unchanged. */
const outcomeOf = async (cell: Cell) => {
  const { name, writer, trial, state } = cell
  const articleId = articleIds[writer]
  const expected = expectedOf(cell)
  const isRefused = /^\d/.test(expected)
  const version = await putInto(articleId, state)
  const stored = isRefused && (await storedRow(articleId))
  const { code, message } = await ask(boundCall(trial.call).call, name, {
    articleId,
    ...trial.input(version),
  })
  const after = await storedRow(articleId)
  // An article whose publication time is in the future waits for it.
  const reachedState = expected === 'published' && state === 'scheduled' ? 'scheduled' : expected
  const failureLabel = `${state}: ${message}`
  if (!isRefused)
    return [
      { about: failureLabel, code, next: stateIn(after) },
      { about: failureLabel, code: '200', next: reachedState },
    ]
  return [
    { about: failureLabel, code, row: after },
    { about: failureLabel, code: expected, row: stored },
  ]
}

const states = keysOf(articleStates)
const setReview = (review: 0 | 1 | 2, more: object = {}) =>
  stage.setting('cardReview', { articleReview: review, ...more })

/** The callers whose results depend on 内容审核 as well as on their rights. */
const reviewed: readonly CallerName[] = ['admin', 'narrowed', 'twin', 'branch', 'branch2', '13800000002']
const affected: readonly string[] = ['edit', 'submit', 'submitChanged', 'withdraw', 'withdrawChanged']

describe.each([2, 1, 0] as const)('with 内容审核 %i', review => {
  beforeAll(() => setReview(review))
  const cases = keysOf(callers).flatMap(name => {
    if (review < 2 && !reviewed.includes(name)) return []
    const writers: readonly Writer[] = roleOf(name).population === 2 ? keysOf(articleIds) : ['branch2']
    const triedTrials = Object.entries(trials).filter(([title]) => review === 2 || affected.includes(title))
    return writers.flatMap(writer => triedTrials.map(([title, trial]) => ({ title, name, writer, trial })))
  })
  test.each(cases.map(it => [it.title, it.name, it.writer, it] as const))(
    '%s by %s of what %s wrote, in every state',
    async (_, __, ___, cell) => {
      for (const state of states) {
        const [outcome, expected] = await outcomeOf({ ...cell, review, state })
        expect(outcome).toEqual(expected)
      }
    },
  )
})

/** Every transition to a published state in the table, by action, state and caller. */
const publishingTransitions = Object.entries(trials).flatMap(([title, trial]) =>
  keysOf(articleTransitions[trial.action] as Record<ArticleState, unknown>).flatMap(state => {
    const transition = articleTransitions[trial.action][state] ?? {}
    const leadsToPublic = (next: string | undefined) => next === 'published' || next === 'scheduled'
    // These actions keep a published article published, and the restored text lacks the obstacle.
    if (['top', 'discard', 'restore'].includes(title)) return []
    if (!leadsToPublic(transition.reviewer) || (!trial.isChanged && needsChange(trial.action, state)))
      return []
    return [[title, state, trial] as const]
  }),
)

const blockingValues: Readonly<Record<string, () => Partial<typeof articles.$inferInsert>>> = {
  'words that the firm blocks': () => ({ summary: '包赢官司' }),
  'an end that is past': () => ({ expireAt: before() }),
  'no body': () => ({ content: null }),
  'no category': () => ({ typeId: null }),
}
/** Times as text, as calls and pending changes contain them. */
const asSent = (columns: Partial<typeof articles.$inferInsert>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )

describe.each(Object.entries(blockingValues))('obstacle: %s', (_, columns) => {
  beforeAll(() => setReview(2, { compliance: 2 }))
  test.each(publishingTransitions)('prevents the publication by %s from %s', async (_title, state, trial) => {
    const articleId = articleIds.branch2
    // A published article holds the new values in its pending change.
    const isBeside = articleStates[state].status === 2
    const revision = isBeside && { revision: { title: '修改后的标题', ...asSent(columns()) } }
    const version = await putInto(articleId, state, revision || columns())
    const stored = await storedRow(articleId)
    const input =
      state === 'published' ? { ...trial.input(version), ...asSent(columns()) } : trial.input(version)
    const { code } = await ask(boundCall(trial.call).call, 'branch', { articleId, ...input })
    expect(code).toBe('4220')
    expect(await storedRow(articleId)).toEqual(stored)
  })
})

describe('in the bin', () => {
  beforeAll(() => setReview(2))
  const binCalls: Readonly<Record<RemovedArticleAction, string>> = {
    recover: 'recycledArticles.restore',
    purge: 'recycledArticles.purge',
  }
  type BinCell = { name: CallerName; writer: Writer; action: RemovedArticleAction; state: ArticleState }
  const expectedInBin = ({ name, writer, action, state }: BinCell) => {
    const { who } = boundCall(binCalls[action]).call
    const reach = isCapability(who) ? reachFor(name, who, writer) : 'none'
    if (reach === 'none') return '4030'
    if (reach === 'beyond' || (roleOf(name).population === 2 && name !== writer)) return '4040'
    return removedArticleTransitions[action][state]?.[standingOf(name, writer, 2)] ?? '4091'
  }
  const removed = { deletedAt: new Date('2026-01-01') }
  /** Each cell needs an article of its own, since purging deletes it for good. */
  const articleFor = async (writer: Writer, next: string) =>
    next === 'gone'
      ? (await (await app.as(writer)).call('articles.add', fromEast())).articleId
      : articleIds[writer]

  const cases = keysOf(callers).flatMap(name => {
    const writers: readonly Writer[] = roleOf(name).population === 2 ? keysOf(articleIds) : ['branch2']
    return writers.flatMap(writer => keysOf(binCalls).map(action => [action, name, writer] as const))
  })
  test.each(cases)('%s by %s of what %s wrote, in every state', async (action, name, writer) => {
    const { call } = boundCall(binCalls[action])
    for (const state of states) {
      const expected = expectedInBin({ name, writer, action, state })
      const id = await articleFor(writer, expected)
      await putInto(id, state, removed)
      const stored = await storedRow(id)
      const { code, message } = await ask(call, name, { id })
      const after = await storedRow(id)
      const failureLabel = `${state}: ${message}`
      if (/^\d/.test(expected))
        expect({ about: failureLabel, code, row: after }).toEqual({
          about: failureLabel,
          code: expected,
          row: stored,
        })
      else
        expect({ about: failureLabel, code, next: after ? stateIn(after) : 'gone' }).toEqual({
          about: failureLabel,
          code: '200',
          next: expected,
        })
      // An article that is not in the bin cannot be restored or purged.
      if (expected === 'gone') continue
      await putInto(id, state)
      const rowBefore = await storedRow(id)
      expect((await ask(call, name, { id })).code).toBe(/^\d/.test(expected) ? expected : '4040')
      expect(await storedRow(id)).toEqual(rowBefore)
    }
  })

  test.each(Object.entries(trials))(
    'no %s in any state by any caller who lacks the transition',
    async (_, trial) => {
      const articleId = articleIds.branch2
      for (const state of states) {
        const version = await putInto(articleId, state, removed)
        const stored = await storedRow(articleId)
        const { call } = boundCall(trial.call)
        expect((await ask(call, 'admin', { articleId, ...trial.input(version) })).code).toBe('4040')
        expect(await storedRow(articleId)).toEqual(stored)
      }
    },
  )
})

describe('publication time of a published article', () => {
  beforeAll(() => setReview(2))
  const changing = Object.entries(trials).filter(([title, it]) => it.isChanged && title !== 'restore')
  const publicStates = states.filter(it => articleStates[it].status === 2)
  test.each(publicStates.flatMap(state => changing.map(([title, trial]) => [title, state, trial] as const)))(
    'refuses a future time: %s of %s',
    async (_, state, trial) => {
      const articleId = articleIds.branch2
      const version = await putInto(articleId, state)
      const stored = await storedRow(articleId)
      const input = { articleId, ...trial.input(version), publishAt: inAnHour().toISOString() }
      expect(await ask(boundCall(trial.call).call, 'branch', input)).toMatchObject({
        code: '4220',
        data: { errors: { publishAt: '已发布的内容不能改为定时发布，请先下架' } },
      })
      expect(await storedRow(articleId)).toEqual(stored)
    },
  )

  test('keeps its time and accepts another past one', async () => {
    const articleId = articleIds.branch2
    const version = await putInto(articleId, 'published')
    const publishAt = new Date(app.clock.now().getTime() - 7_200_000)
    const input = { articleId, version, submit: 1, publishAt: publishAt.toISOString() }
    expect((await ask(boundCall('articles.update').call, 'branch', input)).code).toBe('200')
    const { row } = await storedRow(articleId)
    expect(new Date(String(row['publish_at']))).toEqual(publishAt)
  })
})

describe('scheduled jobs', () => {
  beforeAll(() => setReview(2))
  const turn = () => runPublication(app.database, 1, app.clock.now())
  const gone = states.filter(it => articleStates[it].status === 2)

  test.each(gone)('%s ends at its end time, and only a publication brings it back', async state => {
    const articleId = articleIds.branch2
    await putInto(articleId, state, { expireAt: before() })
    await turn()
    const ended = await storedRow(articleId)
    expect(stateIn(ended)).toBe('offline')
    const version = Number(ended.row['version'])
    for (const trial of [trials['pass']!, trials['refuse']!]) {
      const { code } = await ask(boundCall(trial.call).call, 'branch', { articleId, ...trial.input(version) })
      expect(code).toBe('4091')
    }
    expect(await storedRow(articleId)).toEqual(ended)
  })

  test('a scheduled article is published on time and not after its end', async () => {
    const articleId = articleIds.branch2
    await putInto(articleId, 'scheduled', { publishAt: before() })
    await turn()
    expect(stateIn(await storedRow(articleId))).toBe('published')
    const letters = () => app.database.read(1, db => db.execute(sql`select count(*)::int as n from messages`))
    await putInto(articleId, 'scheduled', { publishAt: before(), expireAt: before() })
    const sentMessages = (await letters()).rows
    await turn()
    expect(stateIn(await storedRow(articleId))).toBe('offline')
    expect((await letters()).rows).not.toEqual(sentMessages)
  })

  test.each(states.filter(it => articleStates[it].status !== 2 && it !== 'scheduled'))(
    '%s is left alone',
    async state => {
      const articleId = articleIds.branch2
      await putInto(articleId, state, { publishAt: before(), expireAt: before() })
      const stored = await storedRow(articleId)
      await turn()
      expect(await storedRow(articleId)).toEqual(stored)
    },
  )
})

test('a scheduled article keeps a publication time', async () => {
  await setReview(2)
  const articleId = articleIds.branch2
  const version = await putInto(articleId, 'scheduled')
  const input = { articleId, version, publishAt: null }
  expect((await ask(boundCall('articles.update').call, 'branch', input)).code).toBe('4220')
})
