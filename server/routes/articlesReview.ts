import { and, eq, ne, type SQL, sql } from 'drizzle-orm'

import type { articles as resource } from '../../resources/articles/index.ts'
import type { Context } from '../context.ts'
import { articles } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { missing, Refusal, wrongState } from '../refusal.ts'
import { type Article, columnsOf, contentOf, workingOf } from '../services/articleContent.ts'
import { log } from '../services/audit.ts'
import { stamped } from '../versioned.ts'
import { tellOffline, tellPublished, tellRefused, tellScheduled } from './articlesLetters.ts'
import {
  contentDiff,
  lock,
  namedIn,
  peopleIn,
  reach,
  revise,
  standingOf,
  target,
  writePeople,
} from './articlesRow.ts'

type Calls = typeof resource.calls

/** Where an article stands once nothing is in its way: in public, or waiting for its hour. */
export const publication = (publishAt: Date | null, now: Date) =>
  publishAt && publishAt > now
    ? { status: 5 as const, publishAt }
    : { status: 2 as const, publishAt: publishAt ?? now }

/** One conditional statement: of two who decide, one is refused (promise Q48). */
export const changeState = async (
  context: Context,
  row: Article,
  patch: Partial<typeof articles.$inferInsert>,
) => {
  const isAsRead: SQL = and(
    eq(articles.firmId, context.firmId),
    eq(articles.articleId, row.articleId),
    eq(articles.version, row.version),
    eq(articles.status, row.status),
  )!
  const [written] = await context.db
    .update(articles)
    .set({ ...patch, ...stamped(context, articles) })
    .where(isAsRead)
    .returning()
  if (!written) throw wrongState(row.status, [], '内容状态已改变,请刷新后重试')
  return written
}

/** Waits itself, or a change of it does. */
const isWaiting = ({ status, revisionStatus }: Article) => status === 1 || revisionStatus === 1

const lockWaiting = async (context: Context, articleId: number) => {
  const row = await lock(context, articleId)
  if (!isWaiting(row)) throw wrongState(row.status, row.status === 2 ? [4] : [0, 1])
  const { isSelfReview } = await standingOf(context, workingOf(row))
  if (isSelfReview) throw new Refusal('4030', '不得审核本人内容', { need: 'article.pass', scope: 'self' })
  return row
}

export const pass: Handlers<Calls>['pass'] = async ({ articleId }, context) => {
  const row = await lockWaiting(context, articleId)
  const content = workingOf(row)
  const named = await namedIn(context, [contentOf(row), content])
  const columns = columnsOf(content, peopleIn(named, content))
  const state =
    row.status === 2
      ? { status: 2 as const, publishAt: columns.publishAt ?? row.publishAt }
      : publication(columns.publishAt, context.now)
  const done = { revision: null, revisionStatus: null, refuseReason: null }
  const written = await changeState(context, row, { ...columns, ...state, ...done })
  await writePeople(context, articleId, content)
  await revise(context, articleId, written.version, 'pass', contentOf(written))
  const diff = row.status === 2 ? contentDiff(contentOf(row), content, named) : []
  await log(context, { module: 6, action: 'pass', target: target(written), diff })
  await (written.status === 5 ? tellScheduled(context, written) : tellPublished(context, written))
  return { status: written.status }
}

export const refuse: Handlers<Calls>['refuse'] = async ({ articleId, reason }, context) => {
  const row = await lockWaiting(context, articleId)
  // What is public stays so; it is the change that is refused.
  const state = row.status === 1 ? { status: 3 as const } : { revisionStatus: 3 as const }
  const written = await changeState(context, row, { ...state, refuseReason: reason })
  await revise(context, articleId, written.version, 'refuse', workingOf(written))
  await log(context, { module: 6, action: 'refuse', target: target(written), reason })
  await tellRefused(context, written, reason)
  return { status: written.status }
}

export const offline: Handlers<Calls>['offline'] = async ({ articleId, reason }, context) => {
  const row = await lock(context, articleId)
  if (context.caller.population === 2)
    throw new Refusal('4030', '请联系管理员下架', { need: 'article.edit', scope: 'self' })
  if (row.status !== 2) throw wrongState(row.status, [2])
  // A change that waited beside it becomes part of what is edited from here on.
  const content = workingOf(row)
  const named = await namedIn(context, [content])
  const kept = row.revision ? columnsOf(content, peopleIn(named, content)) : {}
  const written = await changeState(context, row, {
    ...kept,
    status: 4,
    isTop: 0,
    topAt: null,
    revision: null,
    revisionStatus: null,
  })
  if (row.revision) await writePeople(context, articleId, content)
  await revise(context, articleId, written.version, 'offline', content)
  await log(context, { module: 6, action: 'offline', target: target(written), reason: reason ?? null })
  await tellOffline(context, written, reason)
  return { status: written.status }
}

export const top: Handlers<Calls>['top'] = async ({ articleId, to }, context) => {
  const { db, now } = context
  const isIt = and(reach(context), eq(articles.articleId, articleId))!
  const wanted = to ?? sql<0 | 1>`1 - ${articles.isTop}`
  const [row] = await db
    .update(articles)
    .set({
      isTop: wanted,
      topAt: sql`case when ${wanted} = 1 then ${now.toISOString()}::timestamptz end`,
      ...stamped(context, articles),
    })
    .where(and(isIt, eq(articles.status, 2), to === undefined ? undefined : ne(articles.isTop, to)))
    .returning()
  if (row) {
    await log(context, { module: 6, action: row.isTop ? 'top' : 'untop', target: target(row) })
    return { isTop: row.isTop }
  }
  const [same] = await db
    .select({ isTop: articles.isTop, status: articles.status })
    .from(articles)
    .where(isIt)
  if (!same) throw missing()
  // A double click finds it as it wanted it.
  if (same.isTop === to) return { isTop: same.isTop }
  throw wrongState(same.status, [2], '只有已发布的内容可以置顶')
}
