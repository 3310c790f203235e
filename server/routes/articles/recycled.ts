import { and, eq, isNotNull, type SQL } from 'drizzle-orm'

import { recycledArticles } from '../../../resources/articles/recycled.ts'
import {
  articleStateOf,
  articleStates,
  removedArticleTransitions,
} from '../../../resources/articles/transitions.ts'
import { actorOf } from '../../context/actor.ts'
import { invalid, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, categories } from '../../db/tables.ts'
import { notifyArticleRestored } from '../../notifications/articles.ts'
import { binHandlers, removalColumns } from '../../records/bin.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { scopeCondition } from '../../records/scope.ts'
import type { ArticleRow } from '../../services/articles/content.ts'
import { diffOf } from '../../services/audit/audit.ts'
import { articlesBin } from '../../services/jobs/purge.ts'
import { enabledKindsCondition } from './kinds.ts'

/** Lawyers see only the removed articles that they wrote themselves. */
const removedWhere = (context: Context): SQL =>
  and(
    scopeCondition(context, {
      firm: articles.firmId,
      office: articles.organizationId,
      author: articles.createdBy,
      lawyer: id => eq(articles.createdBy, actorOf({ population: 2, id })),
    }),
    isNotNull(articles.deletedAt),
    enabledKindsCondition(context),
  )!

const list = listOf(recycledArticles.calls.page, {
  table: articles,
  key: articles.articleId,
  visibleWhere: removedWhere,
  search: articles.search,
  order: [newestFirst(articles.deletedAt)],
  columns: { ...removalColumns(articles), id: articles.articleId },
  sorts: {},
  conditions: {},
})

/** The category chosen to replace the former one, locked so that it is not removed meanwhile. */
const chosenCategory = async ({ db, firmId }: Context, { kind }: ArticleRow, typeId: number) => {
  const [category] = await db
    .select({ typeId: categories.typeId, name: categories.typeName })
    .from(categories)
    .where(
      and(
        eq(categories.firmId, firmId),
        eq(categories.typeId, typeId),
        eq(categories.kind, kind),
        eq(categories.enabled, 1),
      ),
    )
    .for('key share')
  if (!category) throw invalid({ typeId: '请选择本栏目的分类' })
  return category
}

/** The status after restoring, from the declared transitions, which are the same for all administrators. */
const restoredStatus = ({ caller }: Context, article: ArticleRow) => {
  const transition = removedArticleTransitions.recover[articleStateOf(article)]
  const next = transition?.[caller.population === 2 ? 'author' : 'editor']
  if (!next || next === 'gone') throw wrongState(article.status, [])
  return articleStates[next].status
}

export const recycledArticleHandlers: Handlers<typeof recycledArticles.calls> = {
  page: list.listing,
  ...binHandlers(articlesBin, {
    removedWhere,
    restoration: async (
      context,
      article,
      { typeId: requestedTypeId }: { id: number; typeId?: number | null | undefined },
    ) => {
      const category = requestedTypeId ? await chosenCategory(context, article, requestedTypeId) : null
      const typeId = category?.typeId ?? article.typeId
      return {
        columns: {
          typeId,
          status: restoredStatus(context, article),
          isTop: 0 as const,
          topAt: null,
          revisionStatus: null,
        },
        answer: ({ status, version }) => ({ status, version }),
        diff: diffOf(
          recycledArticles.fields,
          article,
          { typeId },
          {
            typeId: new Map(category ? [[category.typeId, category.name]] : []),
          },
        ),
      }
    },
    restored: (context, _, article) => notifyArticleRestored(context, article),
  }),
}
