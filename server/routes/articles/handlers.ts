import { and, eq, sql } from 'drizzle-orm'

import { ownRow } from '../../../resources/articles/records.ts'
import type { articles as resource } from '../../../resources/articles/index.ts'
import type { Context } from '../../context/context.ts'
import { articles } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { columnsFor } from '../../records/columns.ts'
import { numberOf } from '../../records/page.ts'
import { missing, wrongState } from '../../context/apiError.ts'
import { actorOf, updatedColumns } from '../../context/actor.ts'
import { authorsOf } from '../../services/articles/authors.ts'
import { articleFindings } from '../../services/articles/checks.ts'
import { publishedPart, target } from '../../services/articles/content.ts'
import { log } from '../../services/audit.ts'
import { inForce, storedSetting } from '../../services/firmSettings.ts'
import { draft, dropDraft, keepDraft } from './draft.ts'
import { ignoreFinding } from './ignoreFinding.ts'
import { getUserList, userShow, userTop } from './personal.ts'
import { offline, pass, refuse, top } from './review.ts'
import { discard, restore, revisions } from './revisions.ts'
import { lock, visibleWhere } from './lock.ts'
import { type Filters, list, ownership } from './rows.ts'
import { add, update } from './write.ts'

type Calls = typeof resource.calls

type Counts = Record<'all' | 'draft' | 'pending' | 'published' | 'refused' | 'offline' | 'scheduled', number>

// Each state as far as a page counts: a grouped count would read every row of a large firm for each list.
const getArticleNum = async (filters: Filters, context: Context) => {
  const numberIn = (status?: 0 | 1 | 2 | 3 | 4 | 5) =>
    numberOf(
      sql`from ${articles} where ${list.where(context, { ...filters, status: status ?? filters.status })}`,
    )
  const { rows } = await context.db
    .execute<Counts>(sql`select ${numberIn()} as "all", ${numberIn(0)} as draft,
    ${numberIn(1)} as pending, ${numberIn(2)} as published, ${numberIn(3)} as refused, ${numberIn(4)} as offline,
    ${numberIn(5)} as scheduled`)
  return rows[0]!
}

const one: Handlers<Calls>['one'] = async ({ articleId }, context) => {
  const [row] = await context.db
    .select({
      ...columnsFor(ownRow, articles, ownership(context.caller)),
      content: articles.content,
      caseInfo: articles.caseInfo,
      revision: articles.revision,
      ignored: articles.ignoredFindings,
      review: storedSetting(context.firmId, 'cardReview'),
    })
    .from(articles)
    .where(and(visibleWhere(context), eq(articles.articleId, articleId)))
  if (!row) throw missing()
  const { revision, review, ignored, ...columns } = row
  return {
    ...columns,
    ...revision,
    changedFields: Object.keys(revision ?? {}),
    published: revision && publishedPart(columns, revision),
    people: await authorsOf(context, articleId, columns.lawyerIds ?? []),
    findings: articleFindings(
      { ...columns, ...revision },
      { ...inForce('cardReview', review), ignored },
      context.now,
    ),
  }
}

/** A soft delete; what is public is taken offline first. */
const remove: Handlers<Calls>['remove'] = async ({ articleId }, context) => {
  const row = await lock(context, articleId)
  const mayDelete = context.caller.population === 1 || row.createdBy === actorOf(context.caller)
  if (!mayDelete) throw missing()
  const allowed = context.caller.population === 1 ? [0, 4] : [0]
  if (!allowed.includes(row.status))
    throw wrongState(row.status, allowed, '只能删除草稿或已下架的内容，请先撤回或下架')
  await context.db
    .update(articles)
    .set({ deletedAt: context.now, deletedBy: actorOf(context.caller), ...updatedColumns(context, articles) })
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, articleId)))
  await log(context, { module: 6, action: 'delete', target: target(row) })
  return {}
}

export const articleHandlers: Handlers<Calls> = {
  getList: list.page,
  getArticleNum,
  add,
  update,
  remove,
  one,
  draft,
  keepDraft,
  dropDraft,
  pass,
  refuse,
  offline,
  top,
  discard,
  ignoreFinding,
  revisions,
  restore,
  getUserList,
  userTop,
  userShow,
}
