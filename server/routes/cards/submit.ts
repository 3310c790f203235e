import type { cards as resource } from '../../../resources/cards/index.ts'
import { isCardAction } from '../../../resources/cards/transitions.ts'
import type { Handlers } from '../../context/handlers.ts'
import { invalid, wrongState } from '../../context/apiError.ts'
import { log } from '../../services/audit/audit.ts'
import {
  changedSince,
  followingAuditStatuses,
  publicationErrors,
  type CardVersions,
  stateOf,
  cardTarget,
  unsubmittedStatus,
} from '../../services/cards/content.ts'
import { effectiveMoment, isScheduledOnly, schedulingError } from '../../services/cards/scheduled.ts'
import { notifyCardSubmitted } from '../../notifications/cards.ts'
import { deleteCardDraft } from './draft.ts'
import { lockCard, saveCard } from './lock.ts'

/**
 * Submits or withdraws a lawyer's working copy; where the firm does not review, the submission publishes it.
 */
export const submitAudit: Handlers<typeof resource.calls>['submitAudit'] = async (input, context) => {
  const { id, version, withdraw, effectiveOn } = input
  const lockedCard = await lockCard(context, id)
  const { card, settings } = lockedCard
  const { content, published } = card
  if (!isCardAction(withdraw ? 'withdraw' : 'submit', stateOf(card)))
    throw wrongState(card.auditStatus, followingAuditStatuses(card))
  if (withdraw) {
    const next: CardVersions = { content, published, auditStatus: unsubmittedStatus(published) }
    const patch = { proposedOn: null }
    const answer = await saveCard(context, lockedCard, { version, kind: 'withdraw', next, patch })
    await log(context, { module: 5, action: 'withdraw', target: cardTarget(card) })
    return { auditStatus: next.auditStatus, version: answer.version }
  }
  if (isScheduledOnly(card, content))
    throw wrongState(card.auditStatus, [], '修改已通过审核，到生效日期会自动发布，不需要再提交')
  if (effectiveOn) {
    effectiveMoment(context, effectiveOn)
    const unschedulable = schedulingError(card)
    if (unschedulable) throw unschedulable
  }
  const errors = publicationErrors(content, card.language, settings)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const isUnreviewed = settings.cardReview === 0
  const next: CardVersions = isUnreviewed
    ? { content, published: content, auditStatus: 2 }
    : { content, published, auditStatus: 1 }
  const answer = await saveCard(context, lockedCard, {
    version,
    kind: isUnreviewed ? 'approve' : 'submit',
    next,
    patch: {
      submittedAt: context.now,
      // Who submits a card has just gone through it.
      confirmedAt: context.now,
      auditReason: null,
      auditItems: null,
      proposedOn: isUnreviewed ? null : (effectiveOn ?? null),
    },
  })
  await log(context, { module: 5, action: isUnreviewed ? 'publish' : 'submit', target: cardTarget(card) })
  await deleteCardDraft(context, card.language)
  if (!isUnreviewed) await notifyCardSubmitted(context, card, changedSince(content, published))
  return { auditStatus: next.auditStatus, version: answer.version }
}
