import { type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'

// Columns of the outer query are written as text: in a select from one table Drizzle omits the table's name, and the inner
// table would capture the column.

/** Mandates of an administrator, also those of a member account with the same mobile: one person, two hats. */
const mandatesOf = (firmId: number, admin: SQL, lawyer: SQL) =>
  sql`kept.firm_id = ${firmId} and kept.lawyer_id = ${lawyer} and (kept.admin_id = ${admin} or kept.member_id in (
    select twin.id from lawyers twin join admins self on self.firm_id = twin.firm_id and self.mobile = twin.mobile
    where twin.firm_id = ${firmId} and self.firm_id = ${firmId} and self.id = ${admin}))`

/**
 * Whether an administrator has a mandate for a lawyer's cards at this moment, or has written under one what is not published
 * yet. `admin` and `lawyer` are columns or values of the query.
 */
export const keepsCardsOf = ({ firmId, now }: Pick<Context, 'firmId' | 'now'>, admin: SQL, lawyer: SQL) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  return sql<boolean>`(exists (select from mandates kept where ${mandatesOf(firmId, admin, lawyer)}
      and kept.ended_at is null and kept.start_at <= ${moment} and kept.end_at > ${moment})
    or exists (select from card_revisions written
      join cards unpublished on unpublished.firm_id = written.firm_id and unpublished.id = written.card_id
      join mandates kept on kept.firm_id = written.firm_id and kept.id = written.mandate_id
      where written.firm_id = ${firmId} and unpublished.firm_id = ${firmId} and unpublished.lawyer_id = ${lawyer}
        and written.version > coalesce(unpublished.published_version, 0)
        and ${mandatesOf(firmId, admin, lawyer)}))`
}
