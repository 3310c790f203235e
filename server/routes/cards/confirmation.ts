import { and, eq } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import {
  askForConfirmation,
  confirmState,
  countConfirmable,
  remindOfConfirmation,
} from '../../services/cards/confirmation.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { visibleCards } from './columns.ts'
import { checkSeenVersion, lockCard } from './lock.ts'

type Calls = typeof resource.calls

const startConfirmation: Handlers<Calls>['startConfirmation'] = async (_, context) => {
  const count = await askForConfirmation(context)
  if (count === null) throw new ApiError('4091', '今天已经发起过，明天可以再次发起')
  await log(context, { module: 5, action: 'remind', summary: `发起名片确认，共${count}张` })
  return { count }
}

const confirmationCount: Handlers<Calls>['confirmationCount'] = async (_, { db, firmId }) => ({
  count: await countConfirmable(db, firmId),
})

/** A card of the caller's scope, and whether it is to be confirmed; throws if it is not. */
const findDueCard = async (context: Context, id: number) => {
  const [card] = await context.db
    .select({
      id: cards.id,
      name: cards.name,
      organizationId: cards.organizationId,
      lawyerId: cards.lawyerId,
      state: confirmState(context.firmId),
    })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .where(and(visibleCards(context), eq(cards.id, id)))
  if (!card) throw notFound()
  if (card.state !== 1) throw new ApiError('4091', '这张名片不需要确认，或已经确认')
  return card
}

/** Confirming changes nothing that the card shows, so its version stays. */
const confirm: Handlers<Calls>['confirm'] = async ({ id, version }, context) => {
  const { db, firmId, now } = context
  const locked = await lockCard(context, id)
  await findDueCard(context, id)
  checkSeenVersion(context, locked, version)
  await db
    .update(cards)
    .set({ confirmedAt: now })
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  await log(context, { module: 5, action: 'confirm', target: cardTarget(locked.card) })
  return { confirmedAt: now.toISOString() }
}

const remindConfirmation: Handlers<Calls>['remindConfirmation'] = async ({ id }, context) => {
  const card = await findDueCard(context, id)
  if (!(await remindOfConfirmation(context, card.lawyerId))) throw new ApiError('4091', '今天已经提醒过本人')
  await log(context, { module: 5, action: 'remind', target: cardTarget(card) })
  return {}
}

export const confirmationHandlers = { startConfirmation, confirmationCount, confirm, remindConfirmation }
