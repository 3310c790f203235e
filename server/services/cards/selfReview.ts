import { type SQL, sql } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { hasOtherReviewer, isForbiddenSelfReview } from '../directory/reviewers.ts'
import { cardRulesFrom, ruleColumns, type RuleFacts } from './rules.ts'

// Columns of the outer query are written out: in a select from one table Drizzle leaves the table's name away, and the
// inner table would take the column for its own.
const hasEnglish = sql<boolean>`exists (select from cards english where english.lawyer_id = lawyers.id
  and english.language = 'EN' and english.deleted_at is null)`

/** An administrator who is also this lawyer: the two accounts have the same mobile (domain.md §1). */
const isOwnCard = ({ caller }: Context) =>
  caller.population === 1
    ? sql<boolean>`exists (select from admins self where self.id = ${caller.id} and self.mobile = lawyers.mobile)`
    : sql<boolean>`false`

/** Columns beside a lawyer's row: what decides how his card is published. */
export const reviewColumns = (context: Context, office: SQL) => ({
  ...ruleColumns(context.firmId),
  hasEnglish,
  isOwn: isOwnCard(context),
  hasOther: hasOtherReviewer(context, 'card.audit', office),
})
type ReviewFacts = RuleFacts & { isOwn: boolean; hasOther: boolean }

/** The rules of a card, and whether the caller would review himself. */
const settingsFor = (context: Context, { isOwn, hasOther, ...stored }: ReviewFacts) => {
  const settings = cardRulesFrom(stored, context.now)
  const { selfAudit } = settings
  return { settings, isSelfReview: isForbiddenSelfReview(context, { isOwn, selfAudit, hasOther }) }
}

export const withReviewRules = <R extends ReviewFacts>(context: Context, row: R) => ({
  ...row,
  ...settingsFor(context, row),
})

export const selfReviewError = () =>
  new ApiError('4030', '不得审核本人名片', { need: 'card.audit', scope: 'self' })
