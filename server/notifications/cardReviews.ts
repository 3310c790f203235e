import { sql } from 'drizzle-orm'

import type { Context } from '../context/context.ts'
import type { cardQuestions, cards } from '../db/tables.ts'
import { cardOf, reviewerIds } from '../services/directory/reviewers.ts'
import { keptCardPage, notifyAssistants } from './mandates.ts'
import { type NewMessage, notify, type Sender } from './notify.ts'

// Messages about a waiting card: questions, answers, assignments, and the start of a substitution.

type NotifiedCard = Pick<
  typeof cards.$inferSelect,
  'id' | 'name' | 'lawyerId' | 'organizationId' | 'language'
>
type Question = typeof cardQuestions.$inferSelect

const about = ({ id }: NotifiedCard): Pick<NewMessage, 'type' | 'bizType' | 'bizId'> => ({
  type: 3,
  bizType: 'card',
  bizId: id,
})
const cardPage = ({ id }: NotifiedCard) => `/app/card/detail/${id}`

/** Leads the owner, and assistants whose mandate names the field, to the question, where it is answered. */
export const notifyCardQuestion = async (
  context: Context,
  card: NotifiedCard,
  { id, field, label, question }: { id: number; field: string | null; label: string; question: string },
) => {
  const content = label
    ? `${context.caller.name}问（${label}）：${question}`
    : `${context.caller.name}问：${question}`
  await notify(
    context,
    {
      ...about(card),
      title: '审核人有问题请您答复',
      content,
      link: `/app/user/card?language=${card.language}&question=${id}`,
    },
    { population: 2, ids: [card.lawyerId] },
  )
  await notifyAssistants(context, [card.lawyerId], {
    title: `审核人对${card.name}的名片有问题`,
    content,
    field,
    page: keptCardPage(card, { question: id }),
  })
}

/** Notifies who asked, and to whom the card is assigned, as far as they may still review it. */
export const notifyCardAnswered = (
  context: Context,
  card: NotifiedCard,
  { askedById, question, answer }: Pick<Question, 'askedById' | 'question' | 'answer'>,
) =>
  notify(
    context,
    {
      ...about(card),
      title: `${context.caller.mandate ? context.caller.name : card.name}答复了您的问题`,
      content: `问：${question}\n答：${answer}`,
      link: cardPage(card),
    },
    {
      query: sql`select 1, reviewers.id from ${reviewerIds(context, 'card.audit', card.organizationId, cardOf(sql`${card.lawyerId}::bigint`))} as reviewers(id)
        where reviewers.id = ${askedById} or reviewers.id in (select admin_id from card_assignments
          where firm_id = ${context.firmId} and card_id = ${card.id})`,
    },
  )

export const notifyCardAssigned = (context: Context, card: NotifiedCard, adminId: number) =>
  notify(
    context,
    {
      ...about(card),
      title: '有名片分配给您审核',
      content: `${context.caller.name}把${card.name}的名片分配给您审核。`,
      link: cardPage(card),
    },
    { population: 1, ids: [adminId] },
  )

/** A period with the names of both people, and its first and last day. */
type NotifiedSubstitution = {
  reviewer: { id: number; name: string }
  substitute: { id: number; name: string }
  firstDay: string
  lastDay: string
}

const accountPage = '/app/user/account/settings'

export const notifySubstitutionStarted = async (
  sender: Sender,
  { reviewer, substitute, firstDay, lastDay }: NotifiedSubstitution,
) => {
  await notify(
    sender,
    {
      type: 3,
      title: `您开始代${reviewer.name}审核名片`,
      content: `${firstDay}至${lastDay}，${reviewer.name}负责的名片由您代为审核，到期自动结束。`,
      link: '/app/card/review?kind=card',
    },
    { population: 1, ids: [substitute.id] },
  )
  await notify(
    sender,
    {
      type: 3,
      title: `${substitute.name}开始代您审核名片`,
      content: `${firstDay}至${lastDay}，${substitute.name}代您审核名片，到期自动结束；您自己仍可审核。`,
      link: accountPage,
    },
    { population: 1, ids: [reviewer.id] },
  )
}

/** Notifies the other one of the two people. */
export const notifySubstitutionEnded = (context: Context, { reviewer, substitute }: NotifiedSubstitution) =>
  notify(
    context,
    {
      type: 3,
      title: '代审提前结束',
      content: `${context.caller.name}提前结束了${substitute.name}代${reviewer.name}审核名片。`,
      link: accountPage,
    },
    { population: 1, ids: [context.caller.id === reviewer.id ? substitute.id : reviewer.id] },
  )
