import { sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { cardOf, reviewerIds } from '../../services/directory/reviewers.ts'

// Columns of waiting cards on the review desk, written as text because they are used in subqueries of one table.

/** The questions about the present submission of the card. */
const isAboutSubmission = (firmId: number) => sql`question.firm_id = ${firmId} and question.card_id = cards.id
  and question.submitted_at is not distinct from cards.submitted_at`

/** 1 待答复, 2 已答复; null without questions. */
export const questionState = ({ firmId }: Context) => sql<
  1 | 2 | null
>`(select case when bool_or(question.answer is null) then 1 else 2 end
  from card_questions question where ${isAboutSubmission(firmId)} having count(*) > 0)`

/** A publication ends the assignment; after a refusal it stays for the next submission. */
const isCurrent = sql`(cards.published_at is null or assignment.assigned_at > cards.published_at)`

/** The person to whom the card is assigned, unless he may not review it any more. */
const assignee = (context: Context) => sql`card_assignments assignment join admins assignee
  on assignee.firm_id = assignment.firm_id and assignee.id = assignment.admin_id
  where assignment.firm_id = ${context.firmId} and assignment.card_id = cards.id and ${isCurrent}
    and assignee.id in ${reviewerIds(context, 'card.audit', sql`cards.organization_id`, cardOf(sql`cards.lawyer_id`))}`

export const assigneeName = (context: Context) =>
  sql<string | null>`(select assignee.name from ${assignee(context)})`

/** Id and name of the assignee as JSON. */
export const assigneeObject = (context: Context) =>
  sql<{ id: number; name: string } | null>`(select json_build_object('id', assignee.id, 'name', assignee.name)
    from ${assignee(context)})`

/** Cards assigned to the caller, or to an administrator in whose place he reviews. */
export const isAssignedToCaller = ({ caller, firmId }: Context) => {
  const ids = sql.param([caller.id, ...caller.standsInFor.map(({ id }) => id)])
  return sql`exists (select from card_assignments assignment where assignment.firm_id = ${firmId}
    and assignment.card_id = cards.id and ${isCurrent} and assignment.admin_id = any(${ids}::bigint[]))`
}
