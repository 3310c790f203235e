import { type SQL, sql } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { hasOtherReviewer, isForbiddenSelfReview } from '../directory/reviewers.ts'
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

/** Columns to select beside a lawyer's row, which decide how the card is published. */
export const reviewColumns = (context: Context, office: SQL) => ({
  ...ruleColumns(context.firmId),
  hasEnglish: hasEnglish(context.firmId),
  isOwn: isOwnCard(context),
  hasOther: hasOtherReviewer(context, 'card.audit', office),
})
type ReviewFacts = RuleFacts & { isOwn: boolean; hasOther: boolean }

/** The rules of a card, and whether the caller would review their own card. */
const settingsFor = (context: Context, { isOwn, hasOther, ...ruleFacts }: ReviewFacts) => {
  const settings = cardRulesFrom(ruleFacts, context.now)
  const { selfAudit } = settings
  return { settings, isSelfReview: isForbiddenSelfReview(context, { isOwn, selfAudit, hasOther }) }
}

export const withReviewRules = <R extends ReviewFacts>(context: Context, row: R) => ({
  ...row,
  ...settingsFor(context, row),
})

export const selfReviewError = () =>
  new ApiError('4030', '不得审核本人名片，请由其他管理员审核', { need: 'card.audit', scope: 'self' })
