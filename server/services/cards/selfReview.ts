import { type SQL, sql } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { hasOtherReviewer, isForbiddenSelfReview } from '../directory/reviewers.ts'
import { keepsCardsOf } from '../mandates/keepers.ts'
import { cardRulesFrom, ruleColumns, type RuleFacts } from './rules.ts'

// Columns of the outer query are written as text: in a select from one table Drizzle omits the table's name,
// and the inner table would capture the column.
const hasEnglish = (
  firmId: number,
) => sql<boolean>`exists (select from cards english where english.firm_id = ${firmId}
  and english.lawyer_id = lawyers.id and english.language = 'EN' and english.deleted_at is null)`

/**
 * Whether the administrator is the lawyer of the card: the two accounts have the same mobile (docs/domain.md §1).
 */
const isOwnCard = ({ caller, firmId }: Context) =>
  caller.population === 1
    ? sql<boolean>`exists (select from admins self where self.firm_id = ${firmId} and self.id = ${caller.id}
        and self.mobile = lawyers.mobile)`
    : sql<boolean>`false`

/**
 * Whether the administrator maintains the cards of this lawyer under a mandate, or has written what is not published yet
 * under one. Nobody reviews what he wrote in the lawyer's place, whatever rights he has got since.
 */
const isAssistantOf = (context: Context, lawyer: SQL) =>
  context.caller.population === 1
    ? keepsCardsOf(context, sql`${context.caller.id}::bigint`, lawyer)
    : sql<boolean>`false`

/** Columns to select beside a lawyer's row, which decide how the card is published. */
export const reviewColumns = (context: Context, office: SQL) => ({
  ...ruleColumns(context.firmId),
  hasEnglish: hasEnglish(context.firmId),
  isOwn: isOwnCard(context),
  isAssistant: isAssistantOf(context, sql`lawyers.id`),
  hasOther: hasOtherReviewer(context, 'card.audit', office, sql`lawyers.id`),
})
type ReviewFacts = RuleFacts & { isOwn: boolean; isAssistant: boolean; hasOther: boolean }

/** Why the caller would review his own work: the card is his own, or he maintains it for its owner. */
type SelfReview = 'own' | 'assistant' | null

/** The rules of a card, and whether the caller would review their own work. */
const settingsFor = (context: Context, { isOwn, isAssistant, hasOther, ...ruleFacts }: ReviewFacts) => {
  const settings = cardRulesFrom(ruleFacts, context.now)
  const { selfAudit } = settings
  const ofOwn = isForbiddenSelfReview(context, { isOwn, selfAudit, hasOther }) ? 'own' : null
  const selfReview: SelfReview = isAssistant ? 'assistant' : ofOwn
  return { settings, selfReview }
}

export const withReviewRules = <R extends ReviewFacts>(context: Context, row: R) => ({
  ...row,
  ...settingsFor(context, row),
})

const selfReviewTexts: Record<NonNullable<SelfReview>, string> = {
  own: '不得审核本人名片，请由其他管理员审核',
  assistant: '您是这张名片的代办人，不得审核或直接发布，请由其他管理员审核',
}

export const selfReviewError = (selfReview: NonNullable<SelfReview>) =>
  new ApiError('4030', selfReviewTexts[selfReview], { need: 'card.audit', scope: 'self' })
