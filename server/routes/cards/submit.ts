import { and, desc, eq } from 'drizzle-orm'

import {
  cardContent,
  type CardField,
  cardFields,
  type cards as resource,
} from '../../../resources/cards/index.ts'
import { isCardAction } from '../../../resources/cards/transitions.ts'
import type { Context } from '../../context/context.ts'
import { cardRevisions } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { invalid, wrongState } from '../../context/apiError.ts'
import { log } from '../../services/audit/audit.ts'
import {
  changedSince,
  differingCardFields,
  followingAuditStatuses,
  publicationErrors,
  requireUnlocked,
  type CardVersions,
  stateOf,
  cardTarget,
  unsubmittedStatus,
} from '../../services/cards/content.ts'
import { needsReview } from '../../services/cards/decision.ts'
import { effectiveMoment, isScheduledOnly, schedulingError } from '../../services/cards/scheduled.ts'
import { notifySubmittedByAssistant } from '../../notifications/mandates.ts'
import { isNamedIn } from '../../services/mandates/content.ts'
import { notifyCardSubmitted } from '../../notifications/cards.ts'
import { deleteCardDraft } from './draft.ts'
import { type LockedCard, lockCard, saveCard } from './lock.ts'

/** What the owner has handed in last, before which a submission by an assistant would be the first one. */
const lastSubmitted = async ({ db, firmId }: Context, cardId: number) => {
  const [row] = await db
    .select({ content: cardRevisions.content })
    .from(cardRevisions)
    .where(
      and(
        eq(cardRevisions.firmId, firmId),
        eq(cardRevisions.cardId, cardId),
        eq(cardRevisions.kind, 'submit'),
      ),
    )
    .orderBy(desc(cardRevisions.version))
    .limit(1)
  return row?.content ?? null
}

/** An assistant submits the fields of the mandate, never what the owner has begun to write in others. */
const checkSubmissionByAssistant = async (context: Context, { card, settings }: LockedCard) => {
  const { mandate } = context.caller
  if (!mandate) return
  const { content, published } = card
  const submitted = settings.cardReview === 0 ? null : await lastSubmitted(context, card.id)
  if (!published && !submitted)
    throw wrongState(card.auditStatus, [], `这张名片还没有提交过，第一次请由${mandate.lawyerName}本人提交`)
  const unsubmitted = [published, submitted].reduce<readonly CardField[]>(
    (fields, known) =>
      known ? fields.filter(it => differingCardFields(known, content).includes(it)) : fields,
    cardFields.filter(field => !isNamedIn(mandate, field)),
  )
  if (unsubmitted.length === 0) return
  const labels = unsubmitted.map(field => cardContent[field].label).join('、')
  throw wrongState(
    card.auditStatus,
    [],
    `${mandate.lawyerName}本人有未提交的修改（${labels}），请由本人提交，或先由本人处理后再提交`,
  )
}

/** Withdraws a submission; an assistant only one that was submitted in the owner's place. */
const withdrawCard = async (context: Context, locked: LockedCard, version: number) => {
  const { card } = locked
  const { content, published } = card
  const { mandate } = context.caller
  if (mandate && !card.submittedBy)
    throw wrongState(card.auditStatus, [], `这次提交由${mandate.lawyerName}本人完成，只能由本人撤回`)
  const next: CardVersions = { content, published, auditStatus: unsubmittedStatus(published) }
  const patch = { proposedOn: null, submittedBy: null }
  const answer = await saveCard(context, locked, { version, kind: 'withdraw', next, patch })
  await log(context, { module: 5, action: 'withdraw', target: cardTarget(card) })
  return { auditStatus: next.auditStatus, version: answer.version }
}

/**
 * Submits or withdraws a lawyer's working copy; where the firm does not review, the submission publishes it.
 */
export const submitAudit: Handlers<typeof resource.calls>['submitAudit'] = async (input, context) => {
  const { id, version, withdraw, effectiveOn } = input
  const lockedCard = await lockCard(context, id)
  const { caller } = context
  const { mandate } = caller
  const { card, settings } = lockedCard
  const { content, published } = card
  if (!isCardAction(withdraw ? 'withdraw' : 'submit', stateOf(card)))
    throw wrongState(card.auditStatus, followingAuditStatuses(card))
  if (withdraw) return withdrawCard(context, lockedCard, version)
  if (isScheduledOnly(card, content))
    throw wrongState(card.auditStatus, [], '修改已通过审核，到生效日期会自动发布，不需要再提交')
  if (effectiveOn) {
    effectiveMoment(context, effectiveOn)
    const unschedulable = schedulingError(card)
    if (unschedulable) throw unschedulable
  }
  await checkSubmissionByAssistant(context, lockedCard)
  const errors = publicationErrors(content, card.language, settings)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const changed = changedSince(content, published)
  const isUnreviewed = !needsReview(settings, { isPublic: published !== null, differing: changed })
  // A field may have been locked since it was changed; where cards are reviewed, a reviewer decides about it.
  if (isUnreviewed) requireUnlocked(settings, published, changed)
  const next: CardVersions = isUnreviewed
    ? { content, published: content, auditStatus: 2 }
    : { content, published, auditStatus: 1 }
  const answer = await saveCard(context, lockedCard, {
    version,
    kind: isUnreviewed ? 'approve' : 'submit',
    next,
    patch: {
      submittedAt: context.now,
      submittedBy: mandate ? caller.name : null,
      // The owner who submits a card has just gone through it.
      ...(!mandate && { confirmedAt: context.now }),
      auditReason: null,
      auditItems: null,
      proposedOn: isUnreviewed ? null : (effectiveOn ?? null),
    },
  })
  await log(context, { module: 5, action: isUnreviewed ? 'publish' : 'submit', target: cardTarget(card) })
  await deleteCardDraft(context, card.language)
  if (!isUnreviewed) await notifyCardSubmitted(context, card, changed)
  if (mandate) await notifySubmittedByAssistant(context, card, changed, isUnreviewed)
  return { auditStatus: next.auditStatus, version: answer.version }
}
