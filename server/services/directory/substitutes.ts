import { sql } from 'drizzle-orm'

import { capabilitiesOf } from '../../../resources/domain/permissions.ts'
import { type RightSwitches, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Caller, Context, Substitution } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import type { Db } from '../../db/connection/open.ts'

// A substitute reviews cards in place of another administrator for a period. The right is never stored: it follows at
// each call from the clock and from what the other administrator may do at that moment.

/** A right to decide about what others hand in. */
export type ReviewRight = 'card.audit' | 'article.pass' | 'lawyer.pass'

/** An administrator in whose place the caller reviews at present, as stored. */
export type AbsentReviewer = {
  id: number
  name: string
  organizationId: number
  officeLevel: OfficeLevel
  canAudit: boolean
}

const ofSubstitute = (firm: string, user: string, now: string) =>
  `r.firm_id = ${firm} and r.substitute_id = ${user} and r.end_at > ${now} and r.start_at <= ${now}`

/**
 * Whether `user` (a column or value of the query) reviews in the place of others at the moment `now`; text for the prepared
 * statement of a session.
 */
export const isSubstitute = (firm: string, user: string, now: string) =>
  `exists (select from review_substitutes r where ${ofSubstitute(firm, user, now)})`

const absentReviewersStatement = {
  name: 'absent_reviewers',
  text: `select json_agg(json_build_object('id', o.id, 'name', o.name, 'organizationId', o.organization_id,
      'officeLevel', o.office_level, 'canAudit', o.can_audit = 1) order by o.id) as reviewers
    from review_substitutes r join admins o on o.firm_id = $1 and o.id = r.reviewer_id
      and o.status = 1 and o.deleted_at is null and o.is_system = 0
    where ${ofSubstitute('$1', '$2', '$3')}`,
}

/** The administrators in whose place this one reviews at present. */
export const absentReviewersOf = async (
  db: Db,
  { firmId, userId }: { firmId: number; userId: number },
  now: Date,
): Promise<AbsentReviewer[]> => {
  const { rows } = await db.prepared<{ reviewers: AbsentReviewer[] | null }>({
    ...absentReviewersStatement,
    values: [firmId, userId, now],
  })
  return rows[0]!.reviewers ?? []
}

/** How far an administrator may decide; null if not at all. */
export const decidingScope = (
  right: ReviewRight,
  { officeLevel, canAudit }: Pick<AbsentReviewer, 'officeLevel' | 'canAudit'>,
  switches: RightSwitches,
): 'all' | 'office' | null => {
  const person = { population: 1 as const, officeLevel, isSystem: false, canAudit, canExport: false }
  if (!capabilitiesOf(person, switches).has(right)) return null
  const scope = scopeOf(right, `L${officeLevel}`, switches)
  return scope === 'all' || scope === 'office' ? scope : null
}

/** How far each of these administrators may review at present; those who may not are left out. */
export const substitutionsOf = (
  reviewers: readonly AbsentReviewer[],
  switches: RightSwitches,
): Substitution[] =>
  reviewers.flatMap(({ id, name, organizationId, ...reviewer }) => {
    const scope = decidingScope('card.audit', reviewer, switches)
    return scope ? [{ id, name, organizationId, scope }] : []
  })

export const coversOffice = (
  { scope, organizationId }: Pick<Substitution, 'scope' | 'organizationId'>,
  office: number,
) => scope === 'all' || organizationId === office

/** In whose place the caller reviews a card of this office; null if the caller's own right covers it. */
export const representedReviewer = (context: Context<Caller>, office: number): Substitution | null => {
  const scope = scopeOfCaller(context, 'card.audit')
  if (scope === 'all' || (scope === 'office' && context.caller.organizationId === office)) return null
  return context.caller.standsInFor.find(it => coversOffice(it, office)) ?? null
}

/** The condition, beside the period, for a row of `review_substitutes` that gives a right at the moment `now`. */
export const isInPeriod = (now: Date) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  return sql`(period.start_at <= ${moment} and period.end_at > ${moment})`
}
