import type { OfficeLevel } from '../../../resources/domain/role.ts'
import { isForbiddenSelfReview } from '../directory/reviewers.ts'
import { coversOffice, decidingScope, type ReviewRight } from '../directory/substitutes.ts'
import type { DecidingRules, Side, Sides } from './sides.ts'
import type { RehearsedType, Tally } from './tally.ts'

/** An administrator at the moment of a decision. */
type Decider = { id: number; officeLevel: OfficeLevel; organizationId: number }
export type Administrator = Decider & { canAudit: boolean; mobile: string; isActive: boolean }
export type Deciders = ReadonlyMap<number, Administrator>

type Decided = { office: number; mobiles: readonly string[] }

/** A decision about a card, an article or a registration, from the log. */
export type PastDecision = Decided & {
  id: number
  type: RehearsedType
  recordId: number
  name: string
  at: Date
  by: string
  decider: Decider
  /** Whom a substitute stood in for. */
  absent: number | null
}

const rightFor: Record<RehearsedType, ReviewRight> = {
  cards: 'card.audit',
  articles: 'article.pass',
  lawyers: 'lawyer.pass',
}

const reaches = (
  right: ReviewRight,
  { id, officeLevel, organizationId }: Decider,
  office: number,
  { switches }: DecidingRules,
  deciders: Deciders,
) => {
  const canAudit = deciders.get(id)?.canAudit ?? true
  const scope = decidingScope(right, { officeLevel, canAudit }, switches)
  return scope !== null && coversOffice({ scope, organizationId }, office)
}

/** Whether an administrator could decide under these rules, as far as people and accounts are known today. */
export const mayDecide = (
  right: ReviewRight,
  decider: Decider,
  { office, mobiles }: Decided,
  side: DecidingRules,
  deciders: Deciders,
  /** Whose right it is: a substitute has none of his own. */
  holder = decider,
) => {
  if (!reaches(right, holder, office, side, deciders)) return false
  const isOwn = right !== 'lawyer.pass' && mobiles.includes(deciders.get(decider.id)?.mobile ?? '')
  if (!isOwn) return true
  const hasOther = [...deciders.values()].some(
    it => it.isActive && it.id !== decider.id && reaches(right, it, office, side, deciders),
  )
  return !isForbiddenSelfReview({ caller: decider }, { isOwn, selfAudit: side.selfAudit, hasOther })
}

/** Compares who could have decided, for each decision. */
export const createDecisionReplay =
  ({ present, draft }: Sides, deciders: Deciders, tally: Tally) =>
  (row: PastDecision) => {
    const { type, recordId, name, at, by } = row
    const right = rightFor[type]
    const absent = row.absent === null ? undefined : deciders.get(row.absent)
    const couldUnder = (person: Decider, side: Side, holder = person) =>
      mayDecide(right, person, row, side, deciders, holder)
    const couldDeciderUnder = (side: Side) => couldUnder(row.decider, side, absent ?? row.decider)
    if (!couldDeciderUnder(present)) {
      tally.totals.unlike += 1
      return
    }
    tally.consider('decision', type)
    const example = { id: recordId, name, at, by }
    if (!couldDeciderUnder(draft)) tally.add('lost', type, example)
    const isNew = (person: Administrator) =>
      person.isActive && couldUnder(person, draft) && !couldUnder(person, present)
    if ([...deciders.values()].some(isNew)) tally.add('gained', type, example)
  }
