import { isBlank } from '../../resources/domain/sameness.ts'
import { type CardContent, type CardField, cardFields, type cards } from '../../resources/cards/index.ts'
import type { InputOf } from '../../resources/kit/index.ts'
import type { Card } from '../card/useCard.ts'
import type { RefusalReasons } from './decisions/RefuseDialog.tsx'

type Audit = InputOf<(typeof cards.calls)['adminAuditCard']>

/** Names of the changed fields, or of all filled-in fields of a card that was never published. */
export const changedCardFields = (card: Card): CardField[] =>
  card.published === null
    ? cardFields.filter(name => !isBlank(card[name]))
    : cardFields.filter(name => card.changedFields.includes(name))

const isCardField = (name: string): name is CardField => cardFields.some(it => it === name)

type DecisionInput = {
  patch?: Readonly<Record<string, unknown>>
  refusal?: RefusalReasons
  effectiveOn?: string | undefined
}

/** Input of the call that approves or refuses the version of the card that the reviewer has seen. */
export const cardAuditInput = (
  { id, version }: Card,
  { patch = {}, refusal, effectiveOn }: DecisionInput,
): Audit => {
  if (refusal) {
    const items = refusal.items.flatMap(({ field, reason }) =>
      isCardField(field) ? [{ field, reason }] : [],
    )
    return { id, version, auditStatus: 3, reason: refusal.reason, items }
  }
  const patchContent: Partial<CardContent> = patch
  return {
    id,
    version,
    auditStatus: 2,
    ...(Object.keys(patchContent).length > 0 && { patch: patchContent }),
    ...(effectiveOn && { effectiveOn }),
  }
}
