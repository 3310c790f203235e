import { type SQL, sql } from 'drizzle-orm'

import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
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

/** Somebody else could decide about a card of this office. */
export const hasOtherReviewerFor = ({ caller, firmId, switches }: Context, office: SQL) =>
  sql<boolean>`exists (select from admins other where other.firm_id = ${firmId} and other.id <> ${caller.id}
    and other.status = 1 and other.is_system = 0 and other.deleted_at is null
    and (other.office_level = 1 or other.office_level = 2 and other.can_audit = 1
      or other.organization_id = ${office} and (other.office_level = 3
        or other.office_level = 4 and other.can_audit = 1 and ${switches.rights.l4Card})))`

/** Columns beside a lawyer's row: what decides how his card is published. */
export const reviewColumns = (context: Context, office: SQL) => ({
  ...ruleColumns(context.firmId),
  hasEnglish,
  isOwn: isOwnCard(context),
  hasOtherReviewer: hasOtherReviewerFor(context, office),
})
type ReviewFacts = RuleFacts & { isOwn: boolean; hasOtherReviewer: boolean }

/** The author would review himself: not allowed unless the firm says so, or nobody else can (domain.md §1). */
const settingsFor = ({ caller, now }: Context, { isOwn, hasOtherReviewer, ...stored }: ReviewFacts) => {
  const settings = cardRulesFrom(stored, now)
  const isExempt = caller.officeLevel === 1 && !hasOtherReviewer
  return { settings, isSelfReview: isOwn && !settings.selfAudit && !isExempt }
}

export const withReviewRules = <R extends ReviewFacts>(context: Context, row: R) => ({
  ...row,
  ...settingsFor(context, row),
})

export const selfReviewError = () =>
  new ApiError('4030', '不得审核本人名片', { need: 'card.audit', scope: 'self' })
