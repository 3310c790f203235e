import { type CardField, cardFields, type Policy } from '../../../resources/cards/index.ts'
import { fromKeys } from '../../../resources/kit/objects.ts'
import type { CardRules } from './rules.ts'

// What the firm's rules make of a lawyer's change. Handing in a change and rehearsing other rules on the past
// (services/rehearsal) both ask here.

type ReviewRules = Pick<CardRules, 'cardReview' | 'keyFields' | 'policy'>

/** Whether a lawyer's change of each field is free, needs review, or is locked. */
export const policyFor = (
  { cardReview, keyFields, policy }: ReviewRules,
  isPublic: boolean,
): Record<CardField, Policy> => {
  const policyOf = (field: CardField): Policy => {
    const fieldPolicy = policy[field]
    if (fieldPolicy === 'locked' && isPublic) return 'locked'
    if (cardReview === 0) return 'free'
    return cardReview === 1 || fieldPolicy === 'review' || keyFields.includes(field) ? 'review' : 'free'
  }
  return fromKeys(cardFields, policyOf)
}

type Change = {
  /** Whether something of the card was public before. */
  isPublic: boolean
  /** The fields in which the working copy differs from the public version. */
  differing: readonly CardField[]
}
type Edit = Change & {
  edited: readonly CardField[]
  /** The fields that the caller may publish; an assistant publishes no others, and no card for the first time. */
  publishable?: readonly string[] | undefined
}

/**
 * The fields of a change that a lawyer may not make, and those that are published with it. A card becomes public at once
 * only as a whole.
 */
export const decideEdit = (rules: ReviewRules, { isPublic, edited, differing, publishable }: Edit) => {
  const policy = policyFor(rules, isPublic)
  const isFree = (field: CardField) => policy[field] === 'free' && (publishable?.includes(field) ?? true)
  const isWhole = !publishable && cardFields.every(isFree)
  return {
    // A change from before the lock may be given up.
    locked: edited.filter(field => policy[field] === 'locked' && differing.includes(field)),
    published: isPublic ? differing.filter(isFree) : isWhole ? differing : [],
  }
}

/** Whether a change that is handed in waits for a decision; otherwise it is published. */
export const needsReview = (rules: ReviewRules, { isPublic, differing }: Change) => {
  if (rules.cardReview === 0) return false
  const policy = policyFor(rules, isPublic)
  return (isPublic ? differing : cardFields).some(field => policy[field] !== 'free')
}
