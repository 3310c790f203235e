import { inArray, or, type SQL, sql } from 'drizzle-orm'

import { reviewCapabilities } from '../../../resources/domain/permissions.ts'
import { type Capability, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Caller, Context } from '../../context/context.ts'
import { admins } from '../../db/tables.ts'
import { keepsCardsOf } from '../mandates/keepers.ts'
import { proposableByRight } from '../proposals/proposableCalls.ts'
import { storedSetting } from '../settings/firmSettings.ts'
import { isInPeriod } from './substitutes.ts'

// The right to decide about something of an office. It selects the receivers of messages, the entries of the
// review desk, and whether anybody else can review (docs/domain.md §1).

export type DecidingRight =
  | 'lawyer.pass'
  | 'card.audit'
  | 'article.pass'
  | 'lawyer.transfer'
  | 'privacy.handle'
  | 'proposal.decide'

type ReviewContext = Pick<Context<Caller | null>, 'firmId' | 'switches'>
type PresentContext = ReviewContext & Pick<Context<Caller | null>, 'now'>

/**
 * A condition on a row of administrators, from the rights matrix and the firm's switches. `row` is the
 * table's name in the query. Columns are written with it as text, because Drizzle omits the table's name in a
 * select from one table.
 */
const reviewerCondition = (
  { firmId, switches }: ReviewContext,
  right: Capability,
  office: SQL | number,
  row: 'other' | 'reviewer',
): SQL => {
  const column = (name: string) => sql.raw(`${row}.${name}`)
  const ofLevel = (level: OfficeLevel) => {
    const scope = scopeOf(right, `L${level}`, switches.rights)
    if (!scope) return undefined
    // On levels 2 and 4 the right to review is granted person by person (docs/domain.md §3.2).
    const isNarrowed = (level === 2 || level === 4) && reviewCapabilities.includes(right)
    return sql`(${column('office_level')} = ${level}
      and ${scope === 'all' ? sql`true` : sql`${column('organization_id')} = ${office}`}
      and ${isNarrowed ? sql`${column('can_audit')} = 1` : sql`true`})`
  }
  const levels = ([1, 2, 3, 4] as const).map(ofLevel)
  return sql`${column('firm_id')} = ${firmId} and ${column('status')} = 1 and ${column('is_system')} = 0
    and ${column('deleted_at')} is null and (${or(...levels) ?? sql`false`})`
}

/** What a language model's program proposes: the full name of the call, and the administrator whose token it uses. */
type Proposed = { call: SQL; tokenOwner: SQL }

/**
 * What a decision is about: the lawyers whose own work it is, as an array, and the one whose cards others may maintain; of a
 * proposal, also the proposed call.
 */
export type Work = { owners: SQL; lawyer?: SQL; proposed?: Proposed }

/** The decision about a card of this lawyer. */
export const cardOf = (lawyer: SQL): Work => ({ owners: sql`array[${lawyer}]`, lawyer })

const proposedCard = sql`case when proposals.resource = 'cards' then proposals.lawyer_id end`

/** The decision about a proposal. Whoever approves one for a card publishes it, and so must be able to review it. */
export const ofProposal = {
  owners: sql`array_remove(array[${proposedCard}], null)`,
  lawyer: proposedCard,
  proposed: { call: sql`proposals.call`, tokenOwner: sql`proposals.owner_id` },
} satisfies Work

/** Leaves out who maintains the cards of this lawyer under a mandate, if the decision is about one of them. */
const isNoAssistant = (context: PresentContext, admin: SQL, lawyer: SQL | undefined) =>
  lawyer ? sql`not ${keepsCardsOf(context, admin, lawyer)}` : sql`true`

const hasOther = (
  context: PresentContext,
  admin: SQL,
  right: DecidingRight,
  office: SQL | number,
  lawyer: SQL | undefined,
) => sql<boolean>`exists (select from ${admins} as other
    where other.id <> ${admin} and ${reviewerCondition(context, right, office, 'other')}
      and ${isNoAssistant(context, sql`other.id`, lawyer)})`

/** An administrator who decides, and whether he is one of these lawyers. */
export type Decider = { id: SQL; isOneOf: (owners: SQL) => SQL }

/** Finds the lawyer account of each administrator, which has the same mobile (docs/domain.md §1). */
const anyDecider = ({ firmId }: ReviewContext, id: SQL): Decider => ({
  id,
  isOneOf: owners =>
    sql`exists (select from lawyers owner join admins twin on twin.firm_id = owner.firm_id and twin.mobile = owner.mobile
      where owner.firm_id = ${firmId} and twin.id = ${id} and owner.id = any(${owners}))`,
})

/** Whether two administrators are one person, also with two accounts of the same mobile. */
export const isSamePerson = ({ firmId }: ReviewContext, admin: SQL, other: SQL): SQL<boolean> =>
  sql`(${admin} = ${other} or exists (select from admins as one
    join admins as another on another.firm_id = one.firm_id and another.mobile = one.mobile
    where one.firm_id = ${firmId} and one.id = ${admin} and another.id = ${other}))`

/** `isForbiddenSelfReview` as a condition on the administrator and the work. */
const isForbiddenOwn = (
  context: PresentContext,
  { id, isOneOf }: Decider,
  right: DecidingRight,
  office: SQL | number,
  { owners, lawyer, proposed }: Work,
) => {
  const deciding = proposed ? 'card.audit' : right
  return sql`(${isOneOf(owners)}
    and (${storedSetting(context.firmId, 'cardReview')} ->> 'selfAudit') is distinct from '1'
    and not (exists (select from admins main where main.firm_id = ${context.firmId} and main.id = ${id} and main.office_level = 1)
      and not ${hasOther(context, id, deciding, office, lawyer)}))`
}

/**
 * Whether an administrator may decide about this work, if he has the right to: it is not his own, he does not maintain it, and no
 * program of his proposes it.
 */
export const mayDecideAbout = (
  context: PresentContext,
  decider: Decider,
  right: DecidingRight,
  office: SQL | number,
  work: Work,
): SQL => {
  const { lawyer, proposed } = work
  const isOwnProposal = proposed ? isSamePerson(context, decider.id, proposed.tokenOwner) : sql`false`
  return sql`(not ${isOwnProposal} and ${isNoAssistant(context, decider.id, lawyer)}
    and not ${isForbiddenOwn(context, decider, right, office, work)})`
}

/** Whether an administrator has the right to the proposed call itself. */
const mayMake = (context: ReviewContext, { call }: Proposed, office: SQL | number) =>
  or(
    ...[...proposableByRight].map(
      ([right, names]) =>
        sql`(${inArray(call, names)} and ${reviewerCondition(context, right, office, 'reviewer')})`,
    ),
  ) ?? sql`false`

/**
 * The ids of everybody who may decide about something of this office at present, in parentheses: substitutes included
 * (substitutes.ts), and without those whose own work it is, or who maintain it under a mandate.
 */
export const reviewerIds = (
  context: PresentContext,
  right: DecidingRight,
  office: SQL | number,
  work?: Work,
): SQL => {
  const reviewer = anyDecider(context, sql`reviewer.id`)
  const own = sql`select reviewer.id from admins reviewer where ${reviewerCondition(context, right, office, 'reviewer')}
    and ${work?.proposed ? mayMake(context, work.proposed, office) : sql`true`}
    and ${work ? mayDecideAbout(context, reviewer, right, office, work) : sql`true`}`
  if (right !== 'card.audit') return sql`(${own})`
  const substitute = anyDecider(context, sql`substitute.id`)
  // Nobody reviews the own card in the place of somebody else, whatever the firm allows.
  const isOthers = work
    ? sql`${isNoAssistant(context, substitute.id, work.lawyer)} and not ${substitute.isOneOf(work.owners)}`
    : sql`true`
  return sql`(${own} union select period.substitute_id from review_substitutes period
    join admins reviewer on reviewer.firm_id = period.firm_id and reviewer.id = period.reviewer_id
    join admins substitute on substitute.firm_id = period.firm_id and substitute.id = period.substitute_id
      and substitute.status = 1 and substitute.deleted_at is null and substitute.is_system = 0
    where ${reviewerCondition(context, right, office, 'reviewer')} and ${isInPeriod(context.now)} and ${isOthers})`
}

/**
 * Whether somebody other than the caller could decide about something of this office; of the cards of `lawyer`, no assistant
 * of his could.
 */
export const hasOtherReviewer = (
  context: Context,
  right: 'card.audit' | 'article.pass',
  office: SQL | number,
  lawyer?: SQL,
) => hasOther(context, sql`${context.caller.id}::bigint`, right, office, lawyer)

type SelfReviewFacts = { isOwn: boolean; selfAudit: boolean; hasOther: boolean }

/** Reviewing one's own work is forbidden unless the firm allows it or nobody else can do it (promise Q22). */
export const isForbiddenSelfReview = (
  { caller }: { caller: Pick<Caller, 'officeLevel'> },
  { isOwn, selfAudit, hasOther }: SelfReviewFacts,
) => isOwn && !selfAudit && !(caller.officeLevel === 1 && !hasOther)
