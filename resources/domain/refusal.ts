import { type SuggestedBy, text } from '../kit/index.ts'

/** What is refused, and the usual reasons for it in the settings (domain.md §6.4). */
const lists = {
  card: 'rejectReasons',
  registration: 'registerReasons',
  article: 'articleReasons',
  transfer: 'transferReasons',
} as const
export type Refused = keyof typeof lists

export const usualReasonsOf = (refused: Refused): SuggestedBy => ({
  setting: 'cardReview',
  field: lists[refused],
})

/** What a refusal asks for. */
export const refusalReason = (refused: Refused) =>
  text('驳回原因', { min: 2, max: 200, isMultiline: true, suggestedBy: usualReasonsOf(refused) })
