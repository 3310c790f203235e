import { type SuggestedBy, text } from '../kit/index.ts'

/** For each kind of review, the setting field with the usual reasons for a refusal (docs/domain.md §6.4). */
const reasonListFields = {
  card: 'rejectReasons',
  registration: 'registerReasons',
  article: 'articleReasons',
  transfer: 'transferReasons',
} as const
export type RefusedSubject = keyof typeof reasonListFields

export const usualReasonsOf = (refused: RefusedSubject): SuggestedBy => ({
  setting: 'cardReview',
  field: reasonListFields[refused],
})

/** The field for the reason of a refusal. */
export const refusalReason = (refused: RefusedSubject) =>
  text('驳回原因', { min: 2, max: 200, isMultiline: true, suggestedBy: usualReasonsOf(refused) })
