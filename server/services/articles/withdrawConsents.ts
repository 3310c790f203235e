import { and, eq } from 'drizzle-orm'

import { mayBePublic } from '../../../resources/articles/transitions.ts'
import { updatedColumns } from '../../context/actor.ts'
import type { Caller, Context } from '../../context/context.ts'
import { articles, previewLinks } from '../../db/tables.ts'
import { notifyArticleOffline } from '../../notifications/articles.ts'
import { notifyConsent } from '../../notifications/consents.ts'
import { log } from '../audit/audit.ts'
import { consentFor, isConsentTo } from './consent.ts'
import { type ArticleRow, articleTarget, contentOf } from './content.ts'
import { saveRevision } from './history.ts'

type Withdrawal = {
  /** Who withdraws: the client as typed, or whoever of the firm records it. */
  by: string
  reason: string
}

/** A case that is public or scheduled is neither any more; its pending change is no longer reviewed, as after an expiry. */
const takeOffline = async (context: Context<Caller | null>, row: ArticleRow, reason: string) => {
  if (row.status !== 2 && row.status !== 5) return
  const isPublic = row.status === 2
  const [saved] = await context.db
    .update(articles)
    .set({
      status: isPublic ? 4 : 0,
      isTop: 0,
      topAt: null,
      revisionStatus: null,
      ...updatedColumns(context, articles),
    })
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, row.articleId)))
    .returning()
  const article = saved!
  await saveRevision(
    context,
    row.articleId,
    article.version,
    isPublic ? 'offline' : 'withdraw',
    contentOf(article),
  )
  await log(context, {
    module: 6,
    action: isPublic ? 'offline' : 'withdraw',
    target: articleTarget(article),
    reason,
  })
  if (isPublic) await notifyArticleOffline(context, article, reason)
}

/**
 * Withdraws all consents to a case, which is locked, and takes it offline in the same transaction; whether there was one. Whoever
 * withdraws is promised that the case is not public any more, so that no other consent keeps it there.
 */
export const withdrawConsents = async (
  context: Context<Caller | null>,
  row: ArticleRow,
  { by, reason }: Withdrawal,
): Promise<boolean> => {
  const { db, firmId, now } = context
  const withdrawn = await db
    .update(previewLinks)
    .set({ withdrawnAt: now, withdrawnBy: by })
    .where(isConsentTo(firmId, row.articleId))
    .returning()
  if (withdrawn.length === 0) return false
  await log(context, {
    module: 6,
    action: 'clientWithdraw',
    target: articleTarget(row),
    summary: `客户撤回对【${row.title}】的同意，由“${by}”办理`,
    reason: reason || null,
  })
  await notifyConsent(context, row, withdrawn, { title: '客户撤回同意', by, reason })
  const consent = await consentFor(context, row.articleId, contentOf(row))
  if (!mayBePublic(consent)) await takeOffline(context, row, '客户撤回同意')
  return true
}
