import { and, eq, isNull } from 'drizzle-orm'

import { sharedPreview } from '../../../resources/sharedPreview.ts'
import { ApiError } from '../../context/apiError.ts'
import { bindHandlers } from '../../context/bind.ts'
import type { PublicContext } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/connection/open.ts'
import { articles, firms, previewLinks } from '../../db/tables.ts'
import { notifyConsent } from '../../notifications/consents.ts'
import { consentDigestOf } from '../../services/articles/consent.ts'
import { type ArticleRow, articleTarget, workingContentOf } from '../../services/articles/content.ts'
import { withdrawConsents } from '../../services/articles/withdrawConsents.ts'
import { log } from '../../services/audit/audit.ts'
import { sha256Of } from '../../services/identity/tokens.ts'
import { publishDue } from '../../services/jobs/publication.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { shownArticle, shownCard } from './shown.ts'

// What somebody without an account does with a link. The secret comes in the body, because addresses are logged on their way.

type Calls = Handlers<typeof sharedPreview.calls>
type Link = typeof previewLinks.$inferSelect

/** Requests of one network. Nobody guesses 256 random bits; the limit keeps a program from occupying the server. */
const limit = { most: 60, windowMs: 60_000 }

/** Runs the work of a public call in a transaction of its own, so that the request is counted even if it is refused. */
const inOwnTransaction = async <T>(context: PublicContext, work: (context: PublicContext) => Promise<T>) => {
  const { database, firmId, ip, now } = context
  await limitRate(database, `preview:${firmId}:${networkOf(ip)}`, limit, now)
  return database.write(firmId, async db => {
    const [firm] = await db
      .select({ suspendedAt: firms.suspendedAt })
      .from(firms)
      .where(eq(firms.firmId, firmId))
    if (!firm || firm.suspendedAt) throw unknown()
    // Whoever is signed in in this browser acts here as the person to whom the link was given.
    return work({ ...context, caller: null, db })
  })
}

const unknown = () => new ApiError('4040', '链接无效或已失效，请联系发送人重新发送')
const ended = (message: string) => new ApiError('4091', message)

type LinkColumn = 'secretHash' | 'receiptHash'

const isLink = (firmId: number, column: LinkColumn, secret: string) =>
  and(eq(previewLinks.firmId, firmId), eq(previewLinks[column], sha256Of(secret)))!

/**
 * The article of a link, locked before the link itself, as everywhere. One in the recycle bin is not shown to anybody, but its
 * client may still withdraw the consent, which would count again when it is restored.
 */
const lockArticleOf = async (
  db: Db,
  firmId: number,
  articleId: number,
  column: LinkColumn,
): Promise<ArticleRow> => {
  const isShown = column === 'secretHash' ? isNull(articles.deletedAt) : undefined
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.firmId, firmId), eq(articles.articleId, articleId), isShown))
    .for('update')
  if (!row) throw unknown()
  return row
}

const lockLink = async ({ db, firmId }: PublicContext, column: LinkColumn, secret: string) => {
  const where = isLink(firmId, column, secret)
  const [found] = await db.select({ articleId: previewLinks.articleId }).from(previewLinks).where(where)
  if (!found) throw unknown()
  const article = found.articleId === null ? null : await lockArticleOf(db, firmId, found.articleId, column)
  const [link] = await db.select().from(previewLinks).where(where).for('no key update')
  if (!link) throw unknown()
  return { link, article, where }
}

/** Throws where the link cannot be used by this browser any more, and says what to do. */
const requireOpen = ({ now }: PublicContext, link: Link, article: ArticleRow | null, reader: string) => {
  if (link.revokedAt) throw ended('链接已被撤销，请联系发送人重新发送')
  if (link.decision) throw ended('您已经答复，链接已经失效')
  if (link.expireAt <= now) throw ended('链接已过期，请联系发送人重新发送')
  if (link.readerHash && link.readerHash !== sha256Of(reader))
    throw ended('链接已在另一个浏览器中打开过，请回到那里查看，或请发送人重新发送')
  if (link.purpose === 2 && (!article || consentDigestOf(workingContentOf(article)) !== link.digest))
    throw ended('内容在发送之后有修改，请联系发送人重新发送')
}

const firmNames = async ({ db, firmId }: PublicContext) => {
  const [firm] = await db
    .select({ firm: firms.name, firmEn: firms.nameEn })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  return firm ?? { firm: '', firmEn: null }
}

const open: Calls['open'] = ownTransaction(({ secret, reader }, publicContext) =>
  inOwnTransaction(publicContext, async context => {
    const { db, now } = context
    const { link, article, where } = await lockLink(context, 'secretHash', secret)
    requireOpen(context, link, article, reader)
    if (!link.readerHash)
      await db
        .update(previewLinks)
        .set({ readerHash: sha256Of(reader), openedAt: now })
        .where(where)
    const shared = {
      purpose: link.purpose,
      ...(await firmNames(context)),
      sender: link.createdByName,
      expireAt: link.expireAt.toISOString(),
    }
    if (article) return { ...shared, ...(await shownArticle(context, article)) }
    const card = await shownCard(context, link.cardId!)
    if (!card) throw unknown()
    return { ...shared, ...card }
  }),
)

type Decision = { decision: 1 | 2; name: string; reason: string }

/** After a refusal no earlier consent stays; after a consent the case is published if nothing else is missing. */
const applyDecision = async (
  context: PublicContext,
  { link, article }: { link: Link; article: ArticleRow },
  { decision, name, reason }: Decision,
) => {
  const { db, firmId, now } = context
  // Whoever has another link to the same case is not asked again; this link has its decision already.
  await db
    .update(previewLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(previewLinks.firmId, firmId),
        eq(previewLinks.articleId, article.articleId),
        eq(previewLinks.purpose, 2),
        isNull(previewLinks.decision),
        isNull(previewLinks.revokedAt),
      ),
    )
  const isConsent = decision === 1
  await log(context, {
    module: 6,
    action: isConsent ? 'clientConsent' : 'clientRefuse',
    target: articleTarget(article),
    summary: isConsent
      ? `客户“${name}”同意发布【${article.title}】`
      : `客户“${name}”不同意发布【${article.title}】`,
    reason: reason || null,
  })
  const title = isConsent ? '客户已同意' : '客户不同意'
  await notifyConsent(context, article, [link], { title, by: name, reason })
  if (isConsent) await publishDue(db, { firmId, now, articleId: article.articleId })
  else await withdrawConsents(context, article, { by: name, reason })
}

const decide: Calls['decide'] = ownTransaction(
  ({ secret, reader, receipt, decision, name, reason }, publicContext) =>
    inOwnTransaction(publicContext, async context => {
      const { db, now } = context
      const { link, article, where } = await lockLink(context, 'secretHash', secret)
      const receiptHash = decision === 1 ? sha256Of(receipt) : null
      // A repetition whose first answer was lost on its way.
      if (link.decision === decision && link.decidedBy === name && link.readerHash === sha256Of(reader)) {
        if (link.receiptHash === receiptHash) return {}
      }
      requireOpen(context, link, article, reader)
      if (!article || link.purpose !== 2) throw ended('此链接只用于查看')
      if (!link.readerHash) throw ended('请先查看内容')
      await db
        .update(previewLinks)
        .set({ decision, decidedBy: name, decidedAt: now, reason: reason ?? null, receiptHash })
        .where(where)
      await applyDecision(context, { link, article }, { decision, name, reason: reason ?? '' })
      return {}
    }),
)

const receipt: Calls['receipt'] = ownTransaction(({ receipt: key }, publicContext) =>
  inOwnTransaction(publicContext, async context => {
    const { link, article } = await lockLink(context, 'receiptHash', key)
    return {
      ...(await firmNames(context)),
      title: article ? article.title : '',
      decidedBy: link.decidedBy ?? '',
      decidedAt: (link.decidedAt ?? link.createdAt).toISOString(),
      withdrawnAt: link.withdrawnAt?.toISOString() ?? null,
    }
  }),
)

const withdraw: Calls['withdraw'] = ownTransaction(({ receipt: key, reason }, publicContext) =>
  inOwnTransaction(publicContext, async context => {
    const { link, article } = await lockLink(context, 'receiptHash', key)
    // Withdrawing twice is what was wanted.
    if (link.withdrawnAt || !article) return {}
    await withdrawConsents(context, article, { by: link.decidedBy ?? '', reason: reason ?? '' })
    return {}
  }),
)

export const sharedPreviewCalls = bindHandlers(sharedPreview, { open, decide, receipt, withdraw })
