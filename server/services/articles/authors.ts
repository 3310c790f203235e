import { and, eq, notInArray, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { articleLawyers, lawyers } from '../../db/tables.ts'
import type { Content } from './content.ts'

/** A person's own page keeps what he chose of an article, as long as he is named in it. */
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

/** Those named in what is public of an article, in their order, with what each one's own page makes of it. */
export const authorsOf = async ({ db, firmId }: Context, articleId: number, lawyerIds: readonly number[]) => {
  const found = await db
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
    .innerJoin(lawyers, eq(lawyers.id, articleLawyers.lawyerId))
    .where(and(eq(articleLawyers.firmId, firmId), eq(articleLawyers.articleId, articleId)))
  return found.toSorted((a, b) => lawyerIds.indexOf(a.lawyerId) - lawyerIds.indexOf(b.lawyerId))
}
