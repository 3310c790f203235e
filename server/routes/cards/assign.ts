import { and, eq, sql } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cardAssignments, cards } from '../../db/tables.ts'
import { notifyCardAssigned } from '../../notifications/cardReviews.ts'
import { log } from '../../services/audit/audit.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { substitutionDiff } from '../../services/cards/substitutionDiff.ts'
import { cardOf, reviewerIds } from '../../services/directory/reviewers.ts'
import { auditableCards } from './columns.ts'
import { lockAuditableCard } from './lock.ts'

type Calls = Handlers<typeof resource.calls>
type Card = Pick<typeof cards.$inferSelect, 'lawyerId' | 'organizationId'>

/** Who may review a card of this lawyer at present; nobody reviews his own card for somebody else, and no assistant what he maintains. */
const reviewersOf = async (context: Context, { lawyerId, organizationId }: Card) => {
  const { rows } = await context.db.execute<{ id: string; name: string; organizationName: string }>(sql`
    select admins.id, admins.name, offices.name as "organizationName" from admins
    join offices on offices.firm_id = admins.firm_id and offices.organization_id = admins.organization_id
    where admins.firm_id = ${context.firmId} and admins.id in ${reviewerIds(context, 'card.audit', organizationId, cardOf(sql`${lawyerId}::bigint`))}
      and not exists (select from lawyers owner where owner.firm_id = ${context.firmId} and owner.id = ${lawyerId}
        and owner.mobile = admins.mobile)
    order by admins.name, admins.id limit 200`)
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

const lockWaitingCard = async (context: Context, id: number) => {
  const { card } = await lockAuditableCard(context, id)
  if (card.auditStatus !== 1) throw wrongState(card.auditStatus, [1], '名片已有审核结果')
  return card
}

export const listCardReviewers: Calls['reviewers'] = async ({ id }, context) => {
  const [card] = await context.db
    .select({ lawyerId: cards.lawyerId, organizationId: cards.organizationId })
    .from(cards)
    .where(and(auditableCards(context), eq(cards.id, id)))
  if (!card) throw notFound()
  return reviewersOf(context, card)
}

const isOfCard = ({ firmId }: Context, id: number) =>
  and(eq(cardAssignments.firmId, firmId), eq(cardAssignments.cardId, id))

/** Assigns a waiting card; assigning it again to the same person changes nothing. */
export const assignCard: Calls['assign'] = async ({ id, adminId }, context) => {
  const { db, firmId, now, caller } = context
  const card = await lockWaitingCard(context, id)
  const [found] = await db
    .select({ adminId: cardAssignments.adminId, assignedAt: cardAssignments.assignedAt })
    .from(cardAssignments)
    .where(isOfCard(context, id))
  // A publication ends an assignment (waitingColumns.ts).
  const isEnded = found && card.publishedAt && found.assignedAt <= card.publishedAt
  const previous = isEnded ? undefined : found
  if ((previous?.adminId ?? null) === adminId) return {}
  const reviewers = await reviewersOf(context, card)
  const nameOf = (of: number | null | undefined) => reviewers.find(it => it.id === of)?.name ?? ''
  if (adminId === null) await db.delete(cardAssignments).where(isOfCard(context, id))
  else {
    if (!nameOf(adminId)) throw invalid({ adminId: '该管理员不能审核这张名片，请选择其他人' })
    const assignment = { adminId, assignedAt: now, assignedByName: caller.name }
    await db
      .insert(cardAssignments)
      .values({ firmId, cardId: id, ...assignment })
      .onConflictDoUpdate({ target: [cardAssignments.firmId, cardAssignments.cardId], set: assignment })
  }
  const change = {
    field: 'assignee',
    label: '分配给',
    before: nameOf(previous?.adminId),
    after: nameOf(adminId),
    masked: 0 as const,
  }
  await log(context, {
    module: 5,
    action: 'assign',
    target: cardTarget(card),
    diff: [...substitutionDiff(context, card.organizationId), change],
  })
  if (adminId !== null && adminId !== caller.id) await notifyCardAssigned(context, card, adminId)
  return {}
}
