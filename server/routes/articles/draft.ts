import { and, eq, lte, sql } from 'drizzle-orm'

import { type articles as resource, articleContentFields } from '../../../resources/articles/index.ts'
import type { Context } from '../../context/context.ts'
import { articleDrafts, type ArticleKind, articles } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { invalid, notFound, ApiError } from '../../context/apiError.ts'
import { cleanDraft, readDraft } from '../../services/directory/drafts.ts'
import { visibleArticles } from './lock.ts'

type Calls = typeof resource.calls
type DraftKey = { kind: ArticleKind; articleId?: number | undefined }

/** The number of drafts per person; the oldest are deleted beyond it. */
const maxDrafts = 50

const isOwnDraft = ({ firmId, caller }: Context) =>
  and(
    eq(articleDrafts.firmId, firmId),
    eq(articleDrafts.ownerPopulation, caller.population),
    eq(articleDrafts.ownerId, caller.id),
  )!

const isThisDraft = (context: Context, { kind, articleId = 0 }: DraftKey) =>
  and(isOwnDraft(context), eq(articleDrafts.articleId, articleId), eq(articleDrafts.kind, kind))!

export const getArticleDraft: Handlers<Calls>['draft'] = async (draftKey, context) => {
  const [row] = await context.db.select().from(articleDrafts).where(isThisDraft(context, draftKey))
  if (!row) return { values: null, savedAt: null, version: null }
  const { values, savedAt, version } = row
  return { values: await cleanDraft(articleContentFields, values), savedAt: savedAt.toISOString(), version }
}

/**
 * The article's present version, if the caller may change it; it tells the author early that somebody else
 * has saved.
 */
const versionOf = async (context: Context, articleId: number) => {
  const [row] = await context.db
    .select({ version: articles.version })
    .from(articles)
    .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
  if (!row) throw notFound()
  return row.version
}

const deleteSurplusDrafts = async (context: Context) => {
  const surplus = context.db
    .select({ savedAt: articleDrafts.savedAt })
    .from(articleDrafts)
    .where(isOwnDraft(context))
    .orderBy(sql`${articleDrafts.savedAt} desc`)
    .offset(maxDrafts)
    .limit(1)
  await context.db.delete(articleDrafts).where(and(isOwnDraft(context), lte(articleDrafts.savedAt, surplus)))
}

export const saveArticleDraft: Handlers<Calls>['keepDraft'] = async (input, context) => {
  const { values, version = null, since = null, ...draftKey } = input
  if (!readDraft(values)) throw invalid({ values: '草稿的格式不正确' })
  const current = draftKey.articleId === undefined ? null : await versionOf(context, draftKey.articleId)
  const { db, firmId, caller, now } = context
  const row = { values, version, savedAt: now }
  const [savedDraft] = await db
    .insert(articleDrafts)
    .values({
      ...row,
      firmId,
      ownerPopulation: caller.population,
      ownerId: caller.id,
      articleId: draftKey.articleId ?? 0,
      kind: draftKey.kind,
    })
    .onConflictDoUpdate({
      target: [
        articleDrafts.firmId,
        articleDrafts.ownerPopulation,
        articleDrafts.ownerId,
        articleDrafts.articleId,
        articleDrafts.kind,
      ],
      set: row,
      // The same text counts as a repetition whose first answer was lost.
      setWhere: sql`${articleDrafts.savedAt} = ${since}::timestamptz
        or ${articleDrafts.values} = excluded.values`,
    })
    .returning()
  if (!savedDraft) throw new ApiError('4090', '另一个窗口或设备也在写这篇内容')
  await deleteSurplusDrafts(context)
  return { savedAt: now.toISOString(), version: current }
}

export const deleteArticleDraft = (context: Context, draftKey: DraftKey) =>
  context.db.delete(articleDrafts).where(isThisDraft(context, draftKey))

export const dropArticleDraft: Handlers<Calls>['dropDraft'] = async (draftKey, context) => {
  await deleteArticleDraft(context, draftKey)
  return {}
}
