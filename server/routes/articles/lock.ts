import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'

import { actorOf, updatedColumns } from '../../context/actor.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { articles } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import type { ArticleRow } from '../../services/articles/content.ts'

/** Condition for articles that the lawyer wrote or is named in. */
export const concernsLawyer = (lawyerId: number): SQL =>
  or(
    sql`${articles.lawyerIds} @> ${sql.param([lawyerId])}::bigint[]`,
    eq(articles.createdBy, actorOf({ population: 2, id: lawyerId })),
  )!

export const visibleArticles = (context: Context): SQL =>
  and(
    scopeCondition(context, {
      firm: articles.firmId,
      office: articles.organizationId,
      author: articles.createdBy,
      lawyer: concernsLawyer,
    }),
    isNull(articles.deletedAt),
  )!

/**
 * Reads and locks an article until the transaction ends, so that what is checked stays true until it is
 * written.
 */
export const lockArticle = async (context: Context, articleId: number): Promise<ArticleRow> => {
  const [row] = await context.db
    .select()
    .from(articles)
    .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** Changes the state with one conditional statement: of two who decide, one is refused (promise Q48). */
export const changeState = async (
  context: Context,
  row: ArticleRow,
  patch: Partial<typeof articles.$inferInsert>,
) => {
  const isUnchanged: SQL = and(
    eq(articles.firmId, context.firmId),
    eq(articles.articleId, row.articleId),
    eq(articles.version, row.version),
    eq(articles.status, row.status),
  )!
  const [saved] = await context.db
    .update(articles)
    .set({ ...patch, ...updatedColumns(context, articles) })
    .where(isUnchanged)
    .returning()
  if (!saved) throw wrongState(row.status, [], '内容状态已改变，请刷新后重试')
  return saved
}
