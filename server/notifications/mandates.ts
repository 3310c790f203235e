import { sql } from 'drizzle-orm'

import { cardContent, type CardField } from '../../resources/cards/index.ts'
import type { Population } from '../../resources/domain/role.ts'
import type { Context } from '../context/context.ts'
import type { cards } from '../db/tables.ts'
import { type NewMessage, notify, type Sender } from './notify.ts'

// Messages about mandates (名片代办): to the assistant, and to both about the cards that the assistant maintains.

type Card = Pick<typeof cards.$inferSelect, 'id' | 'lawyerId' | 'language' | 'published'>

type NotifiedMandate = {
  lawyer: { id: number; name: string }
  assistant: { population: Population; id: number; name: string }
}
type Term = { firstDay: string; lastDay: string; labels: string }

const heldPage = ({ population }: NotifiedMandate['assistant']) =>
  population === 1 ? '/app/card/mandate' : '/app/user/mandate'
/** The page of a lawyer's own card, where he names assistants. */
const givenPage = '/app/user/dashboard'

export const notifyMandateGiven = (
  sender: Sender,
  { lawyer, assistant }: NotifiedMandate,
  { firstDay, lastDay, labels }: Term,
) =>
  notify(
    sender,
    {
      type: 3,
      title: `${lawyer.name}请您代办名片`,
      content: `${firstDay}至${lastDay}，由您代${lawyer.name}维护名片的以下字段：${labels}。到期自动结束。`,
      link: heldPage(assistant),
    },
    { population: assistant.population, ids: [assistant.id] },
  )

export const notifyMandateChanged = (
  sender: Sender,
  { lawyer, assistant }: NotifiedMandate,
  { lastDay, labels }: Omit<Term, 'firstDay'>,
) =>
  notify(
    sender,
    {
      type: 3,
      title: `${lawyer.name}修改了名片代办`,
      content: `至${lastDay}，由您代${lawyer.name}维护名片的以下字段：${labels}。`,
      link: heldPage(assistant),
    },
    { population: assistant.population, ids: [assistant.id] },
  )

/** Notifies both people, except who ended it. */
export const notifyMandateEnded = async (
  sender: Sender,
  { lawyer, assistant }: NotifiedMandate,
  by: { population: Population; id: number; name: string },
) => {
  const text = {
    type: 3 as const,
    title: '名片代办已结束',
    content: `${by.name}结束了${assistant.name}代${lawyer.name}维护名片。`,
  }
  if (by.population !== 2 || by.id !== lawyer.id)
    await notify(sender, { ...text, link: givenPage }, { population: 2, ids: [lawyer.id] })
  if (by.population !== assistant.population || by.id !== assistant.id)
    await notify(
      sender,
      { ...text, link: heldPage(assistant) },
      { population: assistant.population, ids: [assistant.id] },
    )
}

/** Notifies the lawyer of a submission by an assistant. */
export const notifySubmittedByAssistant = (
  context: Context,
  { id, lawyerId, language }: Card,
  changed: readonly CardField[],
  isPublished: boolean,
) => {
  const what = changed.map(field => cardContent[field].label).join('、')
  const name = language === 'EN' ? '英文名片' : '名片'
  return notify(
    context,
    {
      type: 3,
      title: isPublished ? `${name}已由代办人发布` : `${name}已由代办人提交审核`,
      content: what ? `${context.caller.name}提交了：${what}。` : `${context.caller.name}提交了${name}。`,
      bizType: 'card',
      bizId: id,
      link: givenPage,
    },
    { population: 2, ids: [lawyerId] },
  )
}

/**
 * Notifies the assistants who maintain the cards of these lawyers at present, beside the lawyers themselves; with `field` only
 * those whose mandate names it.
 */
export const notifyAssistants = (
  sender: Sender,
  lawyerIds: readonly number[],
  { field = null, ...text }: Omit<NewMessage, 'type' | 'link'> & { field?: string | null; page: string },
) => {
  const { page, ...message } = text
  const { firmId, now } = sender
  const moment = sql`${now.toISOString()}::timestamptz`
  return notify(
    sender,
    { ...message, type: 3, link: page },
    {
      query: sql`select distinct case when kept.admin_id is null then 2 else 1 end, coalesce(kept.admin_id, kept.member_id)
        from mandates kept
        left join admins admin on admin.firm_id = ${firmId} and admin.id = kept.admin_id and admin.status = 1
          and admin.deleted_at is null
        left join lawyers member on member.firm_id = ${firmId} and member.id = kept.member_id and member.status = 1
          and member.deleted_at is null
        where kept.firm_id = ${firmId} and kept.lawyer_id = any(${sql.param([...lawyerIds])}::bigint[])
          and kept.ended_at is null and kept.start_at <= ${moment} and kept.end_at > ${moment}
          and coalesce(admin.id, member.id) is not null
          and (${field}::text is null or kept.fields ? ${field})`,
    },
  )
}

/** Where an assistant opens the card of a lawyer in a language. */
export const keptCardPage = (
  { lawyerId, language }: Pick<Card, 'lawyerId' | 'language'>,
  target: { field?: string | undefined; question?: number } = {},
) => {
  const [name, value] = Object.entries(target).find(([, it]) => it !== undefined) ?? []
  return `/app/user/mandate/card?lawyer=${lawyerId}&language=${language}${name ? `&${name}=${value}` : ''}`
}
export const keptCardsPage = '/app/user/mandate'
