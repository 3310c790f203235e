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

/** Applies to the working copy and makes no new version, since the article's content does not change. */
export const ignoreArticleFinding: Handlers<typeof resource.calls>['ignoreFinding'] = async (
  { articleId, ...finding },
  context,
) => {
  const row = await lockArticle(context, articleId)
  const content = workingContentOf(row)
  const { isSelfReview, compliance } = await permissionsFor(context, content)
  if (isSelfReview)
    throw new ApiError('4030', '不得审核本人内容，请由其他管理员审核', {
      need: 'article.pass',
      scope: 'self',
    })
  const fields: Readonly<Record<string, Field>> = resource.fields
  const ignoredFindings = await updateIgnoredFindings(context, finding, {
    module: 6,
    target: articleTarget(row),
    label: fields[finding.field]?.label ?? finding.field,
    findings: articleFindings(content, { compliance }, context.now),
    ignored: row.ignoredFindings,
  })
  await context.db
    .update(articles)
    .set({ ignoredFindings })
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, articleId)))
  return {}
}
