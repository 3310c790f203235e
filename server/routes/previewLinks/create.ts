import { randomBytes } from 'node:crypto'

import { and, gt, isNull } from 'drizzle-orm'

import { actorOf } from '../../context/actor.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { previewLinks } from '../../db/tables.ts'
import { consentDigestOf } from '../../services/articles/consent.ts'
import { workingContentOf } from '../../services/articles/content.ts'
import { withdrawConsents } from '../../services/articles/withdrawConsents.ts'
import { log } from '../../services/audit/audit.ts'
import { sha256Of } from '../../services/identity/tokens.ts'
import { lockArticle } from '../articles/lock.ts'
import { entryOf, isAbout, lockSubject, type LinkSubject, type SubjectKey } from './subjects.ts'

const linkMs = 24 * 3_600_000
/** Maximum number of links to one article or card that can still be opened. */
const mostOpen = 20
/** The digest of the content about which a client is asked; throws where nobody is to be asked. */
const digestToAsk = ({ article }: LinkSubject, purpose: 1 | 2) => {
  if (purpose === 1) return null
  const digest = article && consentDigestOf(workingContentOf(article))
  if (!digest) throw invalid({ purpose: '只有填写了当事人的案例需要征求客户同意，请先填写当事人并保存' })
  return digest
}

const requireRoom = async (context: Context, subjectKey: SubjectKey) => {
  const isOpen = and(
    isAbout(context, subjectKey),
    isNull(previewLinks.decision),
    isNull(previewLinks.revokedAt),
    gt(previewLinks.expireAt, context.now),
  )
  if ((await context.db.$count(previewLinks, isOpen)) >= mostOpen)
    throw new ApiError('4091', `有效的链接最多${mostOpen}个，请先撤销不再使用的链接`)
}

/** Makes a link; of its secret only the hash is stored. */
export const createLink = async (
  context: Context,
  { articleId, cardId }: SubjectKey,
  { purpose, recipient }: { purpose: 1 | 2; recipient: string },
) => {
  const { db, firmId, caller, now } = context
  const subject = await lockSubject(context, { articleId, cardId })
  const digest = digestToAsk(subject, purpose)
  await requireRoom(context, { articleId, cardId })
  const secret = randomBytes(32).toString('base64url')
  const expireAt = new Date(now.getTime() + linkMs)
  const [row] = await db
    .insert(previewLinks)
    .values({
      firmId,
      articleId: articleId ?? null,
      cardId: cardId ?? null,
      purpose,
      recipient,
      digest,
      secretHash: sha256Of(secret),
      createdAt: now,
      createdBy: actorOf(caller),
      createdByName: caller.name,
      expireAt,
    })
    .returning({ id: previewLinks.id })
  const { name } = subject.target
  await log(
    context,
    purpose === 2
      ? entryOf(subject, 'share', `就【${name}】的发布征求客户同意，发给“${recipient}”`)
      : entryOf(subject, 'share', `分享【${name}】的预览，发给“${recipient}”`),
  )
  return { id: row!.id, linkKey: secret, expireAt: expireAt.toISOString() }
}

/** Records the withdrawal of a consent that the client has told the firm. */
export const recordWithdrawal = async (context: Context, articleId: number) => {
  const article = await lockArticle(context, articleId)
  const isWithdrawn = await withdrawConsents(context, article, {
    by: context.caller.name,
    reason: context.reason ?? '',
  })
  if (!isWithdrawn) throw new ApiError('4091', '没有可以撤回的同意')
}
