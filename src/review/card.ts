import { isBlank } from '../../resources/domain/sameness.ts'
import { type CardContent, type CardField, cardFields, type cards } from '../../resources/cards/index.ts'
import type { InputOf } from '../../resources/kit/index.ts'
import type { Card } from '../card/useCard.ts'
import type { Refusal } from './RefuseDialog.tsx'

type Audit = InputOf<(typeof cards.calls)['adminAuditCard']>

/** The fields that wait; of a card that was never published all that are filled in. */
export const cardChanges = (card: Card): CardField[] =>
  card.published === null
    ? cardFields.filter(name => !isBlank(card[name]))
    : cardFields.filter(name => card.changedFields.includes(name))

const isCardField = (name: string): name is CardField => cardFields.some(it => it === name)

type Decided = { patch?: Readonly<Record<string, unknown>>; refusal?: Refusal }

/** A decision about the card as it was looked at. */
export const verdictOf = ({ id, version }: Card, { patch = {}, refusal }: Decided): Audit => {
  if (refusal) {
    const items = refusal.items.flatMap(({ field, reason }) =>
      isCardField(field) ? [{ field, reason }] : [],
    )
    return { id, version, auditStatus: 3, reason: refusal.reason, items }
  }
  const corrected: Partial<CardContent> = patch
  return { id, version, auditStatus: 2, ...(Object.keys(corrected).length > 0 && { patch: corrected }) }
}
