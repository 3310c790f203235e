import { or, type SQL, sql } from 'drizzle-orm'

import { auditing } from '../../../resources/domain/permissions.ts'
import { scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Caller, Context } from '../../context/context.ts'
import { admins } from '../../db/tables.ts'

// Who may decide about something of an office: for messages, for the review desk, and for the rule that nobody reviews
// himself unless nobody else can (domain.md §1).

export type DecidingRight = 'lawyer.pass' | 'card.audit' | 'article.pass' | 'lawyer.transfer'

type Asking = Pick<Context<Caller | null>, 'firmId' | 'switches'>

/**
 * A condition on a row of administrators, by the matrix and the firm's switches. `row` is its name in the query, and
 * columns are written out: Drizzle leaves the table's name away in a select from one table.
 */
export const mayDecide = (
  { firmId, switches }: Asking,
  right: DecidingRight,
  office: SQL | number,
  row: 'admins' | 'other',
): SQL => {
  const column = (name: string) => sql.raw(`${row}.${name}`)
  const ofLevel = (level: OfficeLevel) => {
    const scope = scopeOf(right, `L${level}`, switches.rights)
    if (!scope) return undefined
    // Levels 2 and 4 are narrowed person by person (domain.md §3.2).
    const isNarrowed = (level === 2 || level === 4) && auditing.includes(right)
    return sql`(${column('office_level')} = ${level}
      and ${scope === 'all' ? sql`true` : sql`${column('organization_id')} = ${office}`}
      and ${isNarrowed ? sql`${column('can_audit')} = 1` : sql`true`})`
  }
  const levels = ([1, 2, 3, 4] as const).map(ofLevel)
  return sql`${column('firm_id')} = ${firmId} and ${column('status')} = 1 and ${column('is_system')} = 0
    and ${column('deleted_at')} is null and (${or(...levels) ?? sql`false`})`
}

/** Somebody else than the caller could decide about something of this office. */
export const hasOtherReviewer = (
  context: Context,
  right: 'card.audit' | 'article.pass',
  office: SQL | number,
) => sql<boolean>`exists (select from ${admins} as other
    where other.id <> ${context.caller.id} and ${mayDecide(context, right, office, 'other')})`

type Facts = { isOwn: boolean; selfAudit: boolean; hasOther: boolean }

/** Not allowed unless the firm says so, or nobody else can (promise Q22). */
export const isForbiddenSelfReview = ({ caller }: Context, { isOwn, selfAudit, hasOther }: Facts) =>
  isOwn && !selfAudit && !(caller.officeLevel === 1 && !hasOther)
