import type { cards as resource } from '../../resources/cards/index.ts'
import type { Handlers } from '../implement.ts'
import { invalid, wrongState } from '../refusal.ts'
import { log } from '../services/audit.ts'
import { changedSince, publicationFaults, type State } from '../services/cardContent.ts'
import { tellReviewers } from './cardsLetters.ts'
import { lockOne, save, target } from './cardsRow.ts'

/** A lawyer submits his working copy or takes it back; without review the submission publishes it. */
export const submitAudit: Handlers<typeof resource.calls>['submitAudit'] = async (input, context) => {
  const { id, version, withdraw } = input
  const locked = await lockOne(context, id)
  const { card, settings } = locked
  const { content, published, auditStatus: from } = card
  const isWaiting = from === 1
  if (isWaiting !== Boolean(withdraw) || from === 2)
    throw wrongState(from, isWaiting ? [0, 2, 3] : from === 2 ? [0] : [0, 1])
  if (withdraw) {
    const next: State = { content, published, auditStatus: 0 }
    const answer = await save(context, locked, { version, kind: 'withdraw', next })
    await log(context, { module: 5, action: 'withdraw', target: target(card) })
    return { auditStatus: 0, version: answer.version }
  }
  const faults = publicationFaults(content, card.language)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const isFree = settings.cardReview === 0
  const next: State = isFree
    ? { content, published: content, auditStatus: 2 }
    : { content, published, auditStatus: 1 }
  const answer = await save(context, locked, {
    version,
    kind: isFree ? 'approve' : 'submit',
    next,
    patch: { submittedAt: context.now, auditReason: null, auditItems: null },
  })
  await log(context, { module: 5, action: isFree ? 'publish' : 'submit', target: target(card) })
  if (!isFree) await tellReviewers(context, card, changedSince(content, published))
  return { auditStatus: next.auditStatus, version: answer.version }
}
