import { and, eq, notInArray, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { articleLawyers, articles, lawyers } from '../../db/tables.ts'
import type { Content } from './content.ts'

/**
 * Stores the authors of an article. The choices that an author made for their own page are kept as long as
 * the author stays.
 */
export const saveAuthors = async (
  { db, firmId }: Context,
  articleId: number,
  { kind, lawyerIds }: Pick<Content, 'kind' | 'lawyerIds'>,
) => {
  const ofArticle = and(eq(articleLawyers.firmId, firmId), eq(articleLawyers.articleId, articleId))
  await db
    .delete(articleLawyers)
    .where(and(ofArticle, lawyerIds.length > 0 ? notInArray(articleLawyers.lawyerId, lawyerIds) : undefined))
  if (lawyerIds.length === 0) return
  const roleAt = (index: number): 1 | 2 | 3 => (kind === 3 ? (index === 0 ? 2 : 3) : 1)
  await db
    .insert(articleLawyers)
    .values(lawyerIds.map((lawyerId, index) => ({ firmId, articleId, lawyerId, role: roleAt(index) })))
    .onConflictDoUpdate({
      target: [articleLawyers.firmId, articleLawyers.articleId, articleLawyers.lawyerId],
      set: { role: sql`excluded.role` },
    })
}

/** The authors of an article's public content, in their order, with the choices for their own pages. */
export const authorsOf = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  articleId: number,
  lawyerIds: readonly number[],
) => {
  const authorRows = await db
    .select({
      lawyerId: articleLawyers.lawyerId,
      name: lawyers.name,
      nameEn: lawyers.nameEn,
      avatar: lawyers.avatar,
      organizationId: lawyers.organizationId,
      role: articleLawyers.role,
      isShow: articleLawyers.isShow,
      isTop: articleLawyers.isTop,
    })
    .from(articleLawyers)
    .innerJoin(
      lawyers,
      and(eq(lawyers.firmId, articleLawyers.firmId), eq(lawyers.id, articleLawyers.lawyerId)),
    )
    .where(and(eq(articleLawyers.firmId, firmId), eq(articleLawyers.articleId, articleId)))
  return authorRows.toSorted((a, b) => lawyerIds.indexOf(a.lawyerId) - lawyerIds.indexOf(b.lawyerId))
}

/** The authors of a row of articles by its change, if it has one, as an array. */
export const workingAuthors = sql`(case when ${articles.revision} ? 'lawyerIds'
  then array(select jsonb_array_elements_text(${articles.revision} -> 'lawyerIds')::bigint) else ${articles.lawyerIds} end)`
