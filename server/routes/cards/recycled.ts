import { and, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'

import { recycledCards } from '../../../resources/cards/recycled.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers } from '../../db/tables.ts'
import { notifyCardRestored } from '../../notifications/cards.ts'
import { binHandlers, removalColumns } from '../../records/bin.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { scopeCondition } from '../../records/scope.ts'
import { adjustCompleteness } from '../../services/cards/adjustCompleteness.ts'
import { publishedMiniProgram } from '../../services/settings/miniProgram.ts'
import { cardsBin } from '../../services/jobs/purge.ts'

type Card = typeof cards.$inferSelect

/** Cards that were removed at the same time as their lawyer; they are restored with the lawyer. */
const wasRemovedWithPerson = (
  firmId: number,
) => sql`exists (select from ${lawyers} where ${lawyers.firmId} = ${firmId}
  and ${lawyers.id} = ${cards.lawyerId} and ${lawyers.deletedAt} = ${cards.deletedAt})`

const removedWhere = (context: Context): SQL =>
  and(
    scopeCondition(context, {
      firm: cards.firmId,
      office: cards.organizationId,
      lawyer: cards.lawyerId,
      author: cards.createdBy,
    }),
    isNotNull(cards.deletedAt),
    not(wasRemovedWithPerson(context.firmId)),
  )!

const list = listOf(recycledCards.calls.page, {
  table: cards,
  key: cards.id,
  visibleWhere: removedWhere,
  search: [cards.name, cards.namePinyin],
  order: [newestFirst(cards.deletedAt)],
  columns: removalColumns(cards),
  sorts: { name: cards.nameSort },
  conditions: {},
})

/** Locks the lawyer, who is then neither removed nor moved to another office while the card is restored. */
const lockOwner = ({ db, firmId }: Context, id: number) =>
  db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        sql`${lawyers.id} = (select ${cards.lawyerId} from ${cards} where ${cards.id} = ${id}
          and ${cards.firmId} = ${firmId})`,
      ),
    )
    .for('update')

const checkOwner = async ({ db, firmId }: Context, { lawyerId, language }: Card) => {
  const [owner] = await db
    .select({ name: lawyers.name, deletedAt: lawyers.deletedAt, organizationId: lawyers.organizationId })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, lawyerId)))
  if (!owner) throw notFound()
  if (owner.deletedAt) throw new ApiError('4091', `${owner.name}已移入回收站，请先还原该人员`)
  const [existingCard] = await db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        eq(cards.firmId, firmId),
        eq(cards.lawyerId, lawyerId),
        eq(cards.language, language),
        isNull(cards.deletedAt),
      ),
    )
  if (existingCard)
    throw new ApiError('4092', `${owner.name}已有此语言的新名片，请先删除新名片再还原`, {
      field: 'language',
      existingId: existingCard.id,
    })
  return owner
}

/** A restored card is hidden until somebody shows it; its review status stays. */
export const recycledCardHandlers: Handlers<typeof recycledCards.calls> = {
  page: list.listing,
  ...binHandlers(cardsBin, {
    removedWhere,
    lockOwner,
    restoration: async (context, card) => {
      const { organizationId } = await checkOwner(context, card)
      return {
        columns: { organizationId, showStatus: 0 as const },
        answer: ({ auditStatus, version }) => ({ auditStatus, version }),
      }
    },
    restored: async (context, _, card) => {
      if (card.language === 'EN') {
        const { card: settings } = await publishedMiniProgram(context.db, context.firmId)
        await adjustCompleteness(context, [card.lawyerId], 1, settings.completenessWeights)
      }
      await notifyCardRestored(context, card)
    },
  }),
}
