import { and, eq, sql } from 'drizzle-orm'

import type { articles as resource } from '../../resources/articles/index.ts'
import type { Context } from '../context.ts'
import { articles } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, numberOf, offsetOf, ordering, pageAnswer } from '../page.ts'
import { missing, wrongState } from '../refusal.ts'
import { actorOf } from '../scope.ts'
import { published } from '../services/articleContent.ts'
import { log } from '../services/audit.ts'
import { stamped } from '../versioned.ts'
import { draft, dropDraft, keepDraft } from './articlesDraft.ts'
import { getUserList, peopleOf, userShow, userTop } from './articlesPersonal.ts'
import { offline, pass, refuse, top } from './articlesReview.ts'
import { discard, restore, revisions } from './articlesRevisions.ts'
import { lock, reach, target } from './articlesRow.ts'
import {
  type Filters,
  isInside,
  matching,
  ownership,
  publicColumns,
  rowColumns,
  sortColumns,
} from './articlesRows.ts'
import { add, update } from './articlesWrite.ts'

type Calls = typeof resource.calls

const newestFirst = [sql`${articles.updatedAt} desc nulls last`]
const topFirst = [
  sql`${articles.isTop} desc nulls last`,
  sql`${articles.topAt} desc nulls last`,
  sql`${articles.publishAt} desc nulls last`,
]

const getList: Handlers<Calls>['getList'] = async (query, context) => {
  const { caller, db } = context
  const inside = isInside(caller) || (caller?.population === 2 && query.lawyerId === caller.id)
  const where = matching(context, query)
  const records = await db
    .select(inside ? { ...rowColumns, ...ownership(caller) } : publicColumns)
    .from(articles)
    .where(where)
    .orderBy(...ordering(query, sortColumns, inside ? newestFirst : topFirst, articles.articleId))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`from ${articles} where ${where}`), query)
}

type Counts = Record<'all' | 'draft' | 'pending' | 'published' | 'refused' | 'offline' | 'scheduled', number>

// Each state as far as a page counts: a grouped count would read every row of a large firm for each list.
const getArticleNum = async (filters: Filters, context: Context) => {
  const numberIn = (status?: 0 | 1 | 2 | 3 | 4 | 5) =>
    numberOf(
      sql`from ${articles} where ${matching(context, { ...filters, status: status ?? filters.status })}`,
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
      ...rowColumns,
      ...ownership(context.caller),
      content: articles.content,
      caseInfo: articles.caseInfo,
      revision: articles.revision,
    })
    .from(articles)
    .where(and(reach(context), eq(articles.articleId, articleId)))
  if (!row) throw missing()
  const { revision, ...columns } = row
  return {
    ...columns,
    ...revision,
    changedFields: Object.keys(revision ?? {}),
    published: revision && published(columns, revision),
    people: await peopleOf(context, articleId, columns.lawyerIds),
  }
}

/** Into the bin; what is public is taken offline first. */
const remove: Handlers<Calls>['remove'] = async ({ articleId }, context) => {
  const row = await lock(context, articleId)
  const isDraftsman = context.caller.population === 1 || row.createdBy === actorOf(context.caller)
  if (!isDraftsman) throw missing()
  const allowed = context.caller.population === 1 ? [0, 4] : [0]
  if (!allowed.includes(row.status))
    throw wrongState(row.status, allowed, '只能删除草稿或已下架的内容,请先撤回或下架')
  await context.db
    .update(articles)
    .set({ deletedAt: context.now, deletedBy: actorOf(context.caller), ...stamped(context, articles) })
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, articleId)))
  await log(context, { module: 6, action: 'delete', target: target(row) })
  return {}
}

export const articleHandlers: Handlers<Calls> = {
  getList,
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
  revisions,
  restore,
  getUserList,
  userTop,
  userShow,
}
