import { and, desc, eq } from 'drizzle-orm'

import type { previewLinks as resource } from '../../../resources/previewLinks.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { previewLinks } from '../../db/tables.ts'
import { consentDigestOf, consentFor } from '../../services/articles/consent.ts'
import { workingContentOf } from '../../services/articles/content.ts'
import { log } from '../../services/audit/audit.ts'
import { entryOf, isAbout, lockSubject, readSubject } from './subjects.ts'

type Calls = Handlers<typeof resource.calls>

/** Number of links that the list answers. */
const mostListed = 50

const isoOf = (date: Date | null) => date?.toISOString() ?? null

const list: Calls['list'] = async (subjectKey, context) => {
  const article = await readSubject(context, subjectKey)
  const content = article && workingContentOf(article)
  const rows = await context.db
    .select()
    .from(previewLinks)
    .where(isAbout(context, subjectKey))
    .orderBy(desc(previewLinks.id))
    .limit(mostListed)
  return {
    consent: article && content ? await consentFor(context, article.articleId, content) : 'unneeded',
    links: rows.map(row => ({
      id: row.id,
      purpose: row.purpose,
      recipient: row.recipient,
      createdAt: row.createdAt.toISOString(),
      createdBy: row.createdByName,
      expireAt: row.expireAt.toISOString(),
      openedAt: isoOf(row.openedAt),
      revokedAt: isoOf(row.revokedAt),
      decision: row.decision,
      decidedBy: row.decidedBy,
      decidedAt: isoOf(row.decidedAt),
      reason: row.reason,
      withdrawnAt: isoOf(row.withdrawnAt),
      withdrawnBy: row.withdrawnBy,
      isCurrent: content && row.digest === consentDigestOf(content) ? 1 : 0,
    })),
  }
}

/** A link whose article or card is within the caller's scope, both locked, in this order. */
const lockLink = async (context: Context, id: number) => {
  const isThis = and(eq(previewLinks.firmId, context.firmId), eq(previewLinks.id, id))
  const [found] = await context.db
    .select({ articleId: previewLinks.articleId, cardId: previewLinks.cardId })
    .from(previewLinks)
    .where(isThis)
  if (!found) throw notFound()
  const subject = await lockSubject(context, found)
  const [row] = await context.db.select().from(previewLinks).where(isThis).for('no key update')
  if (!row) throw notFound()
  return { row, subject, isThis }
}

const revoke: Calls['revoke'] = async ({ id }, context) => {
  const { row, subject, isThis } = await lockLink(context, id)
  // Revoking twice is what was wanted.
  if (row.revokedAt) return {}
  if (row.decision) throw wrongState(row.decision, [], '对方已经答复，链接已经失效')
  await context.db.update(previewLinks).set({ revokedAt: context.now }).where(isThis)
  await log(
    context,
    entryOf(subject, 'disable', `撤销发给“${row.recipient}”的【${subject.target.name}】的链接`),
  )
  return {}
}

export const previewLinkHandlers: Calls = { list, revoke }
