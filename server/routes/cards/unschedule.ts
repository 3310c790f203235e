import type { cards as resource } from '../../../resources/cards/index.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { wrongState } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notifyCardUnscheduled } from '../../notifications/cards.ts'
import { log } from '../../services/audit/audit.ts'
import { cardTarget, requireUnlocked } from '../../services/cards/content.ts'
import { effectiveDiff, nothingScheduled, scheduledFieldsOf } from '../../services/cards/scheduled.ts'
import { lockCard, saveCard } from './lock.ts'

/** Withdraws a change before its day. It stays in the working copy, and what is public stays as it is. */
export const unscheduleCard: Handlers<typeof resource.calls>['unschedule'] = async (
  { id, version },
  context,
) => {
  const lockedCard = await lockCard(context, id)
  const { card, settings } = lockedCard
  if (!card.effectiveAt || !card.scheduled)
    throw wrongState(card.auditStatus, [], '没有待生效的修改，可能已经生效，请刷新后查看')
  if (context.caller.population === 2)
    requireUnlocked(settings, card.published, scheduledFieldsOf(card.scheduled))
  const answer = await saveCard(context, lockedCard, { version, kind: 'withdraw', patch: nothingScheduled })
  await log(context, {
    module: 5,
    action: 'withdraw',
    target: cardTarget(card),
    diff: effectiveDiff(firmDay(card.effectiveAt), ''),
  })
  await notifyCardUnscheduled(context, card, card.scheduled.byId)
  return { auditStatus: card.auditStatus, version: answer.version }
}
