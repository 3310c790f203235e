import { and, eq } from 'drizzle-orm'

import { articles as resource } from '../../../resources/articles/index.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles } from '../../db/tables.ts'
import { articleFindings } from '../../services/articles/checks.ts'
import { articleTarget, workingContentOf } from '../../services/articles/content.ts'
import { permissionsFor } from '../../services/articles/permissions.ts'
import { updateIgnoredFindings } from '../../services/compliance/ignoredFindings.ts'
import { lockArticle } from './lock.ts'

/** Of the working copy; no new version, since nothing of the article is another. */
export const ignoreArticleFinding: Handlers<typeof resource.calls>['ignoreFinding'] = async (
  { articleId, ...which },
  context,
) => {
  const row = await lockArticle(context, articleId)
  const content = workingContentOf(row)
  const { isSelfReview, compliance } = await permissionsFor(context, content)
  if (isSelfReview) throw new ApiError('4030', '不得审核本人内容', { need: 'article.pass', scope: 'self' })
  const fields: Readonly<Record<string, Field>> = resource.fields
  const ignoredFindings = await updateIgnoredFindings(context, which, {
    module: 6,
    target: articleTarget(row),
    label: fields[which.field]?.label ?? which.field,
    findings: articleFindings(content, { compliance }, context.now),
    ignored: row.ignoredFindings,
  })
  await context.db
    .update(articles)
    .set({ ignoredFindings })
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, articleId)))
  return {}
}
