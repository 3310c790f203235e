import { and, eq } from 'drizzle-orm'

import { cards as resource } from '../../../resources/cards/index.ts'
import type { Field } from '../../../resources/kit/index.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards } from '../../db/tables.ts'
import { cardFindings, cardTarget } from '../../services/cards/content.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { updateIgnoredFindings } from '../../services/compliance/ignoredFindings.ts'
import { lockAuditableCard } from './lock.ts'

/** Applies to the working copy and makes no new version, since the card's content does not change. */
export const ignoreCardFinding: Handlers<typeof resource.calls>['ignoreFinding'] = async (
  { id, ...finding },
  context,
) => {
  const { card, settings, selfReview } = await lockAuditableCard(context, id)
  if (selfReview) throw selfReviewError(selfReview)
  const fields: Readonly<Record<string, Field>> = resource.fields
  const ignoredFindings = await updateIgnoredFindings(context, finding, {
    module: 5,
    target: cardTarget(card),
    label: fields[finding.field]?.label ?? finding.field,
    findings: cardFindings(card.content, settings),
    ignored: card.ignoredFindings,
  })
  await context.db
    .update(cards)
    .set({ ignoredFindings })
    .where(and(eq(cards.firmId, context.firmId), eq(cards.id, id)))
  return {}
}
