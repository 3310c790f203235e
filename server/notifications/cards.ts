import { cardContent, type CardField } from '../../resources/cards/index.ts'
import type { Context } from '../context/context.ts'
import type { cards } from '../db/tables.ts'
import { keptCardPage, keptCardsPage, notifyAssistants } from './mandates.ts'
import { type NewMessage, notify, type Sender } from './notify.ts'

type NotifiedCard = Pick<
  typeof cards.$inferSelect,
  'id' | 'lawyerId' | 'organizationId' | 'language' | 'published'
>

const labels = (fields: readonly CardField[]) => fields.map(field => cardContent[field].label).join('、')

const cardReference = ({ id }: NotifiedCard): Partial<NewMessage> => ({ type: 3, bizType: 'card', bizId: id })
const ownPage = '/app/user/dashboard'
const formPage = ({ language }: NotifiedCard, field?: string) =>
  `/app/user/card?language=${language}${field ? `&field=${field}` : ''}`
const named = ({ language }: NotifiedCard) => (language === 'EN' ? '英文名片' : '名片')

const submittedText = (
  name: string,
  { language, published }: NotifiedCard,
  changed: readonly CardField[],
) => {
  if (language === 'EN')
    return published
      ? `${name}提交了英文名片修改：${labels(changed)}，请及时审核。`
      : `${name}提交了英文名片，请及时审核。`
  return published
    ? `${name}提交了名片修改：${labels(changed)}，请及时审核。`
    : `${name}提交了名片，请及时审核。`
}

/** Notifies everybody who may review the card. */
export const notifyCardSubmitted = (context: Context, card: NotifiedCard, changed: readonly CardField[]) => {
  return notify(
    context,
    {
      ...cardReference(card),
      type: 3,
      title: '名片待审核',
      content: submittedText(context.caller.name, card, changed),
      link: `/app/card/detail/${card.id}`,
    },
    { reviewing: 'card.audit', organizationId: card.organizationId, lawyerId: card.lawyerId },
  )
}

const notifyOwners = (sender: Sender, cards: readonly NotifiedCard[], text: Omit<NewMessage, 'type'>) =>
  notify(
    sender,
    { ...(cards.length === 1 && cardReference(cards[0]!)), ...text, type: 3 },
    { population: 2, ids: cards.map(card => card.lawyerId) },
  )

/** A decided card, and whether assistants maintain it. */
type DecidedCard = NotifiedCard & { hasAssistants: boolean }

/** Tells the assistants about decided cards; most cards have none. */
const notifyAssistantsOf = async (
  context: Context,
  cards: readonly DecidedCard[],
  text: Parameters<typeof notifyAssistants>[2],
) => {
  const lawyerIds = cards.filter(card => card.hasAssistants).map(card => card.lawyerId)
  if (lawyerIds.length > 0) await notifyAssistants(context, lawyerIds, text)
}

const approvedText = (corrected: readonly CardField[], effectiveOn: string | undefined) => {
  if (effectiveOn && corrected.length)
    return `审核时更正了：${labels(corrected)}。修改将于${effectiveOn} 0:00生效，在此之前小程序仍显示原来的内容。`
  if (effectiveOn) return `修改将于${effectiveOn} 0:00生效，在此之前小程序仍显示原来的内容。`
  return corrected.length
    ? `审核时更正了：${labels(corrected)}。更正后的内容已发布，请核对。`
    : '您的名片已发布，可在小程序中查看。'
}

/**
 * Notifies the lawyers with one text for all of them, since several cards are only approved without
 * corrections.
 */
export const notifyCardsApproved = async (
  context: Context,
  cards: readonly DecidedCard[],
  corrected: readonly CardField[] = [],
  effectiveOn?: string,
) => {
  await notifyOwners(context, cards, {
    title: '名片已通过审核',
    content: approvedText(corrected, effectiveOn),
    link: ownPage,
  })
  await notifyAssistantsOf(context, cards, {
    title: '代办的名片已通过审核',
    content: effectiveOn ? `修改将于${effectiveOn} 0:00生效。` : '您代为维护的名片已通过审核并发布。',
    page: keptCardsPage,
  })
}

/** A change that was approved for a later day is public now. */
export const notifyCardEffective = (sender: Sender, card: NotifiedCard, fields: readonly CardField[]) =>
  notifyOwners(sender, [card], {
    title: `${named(card)}的修改已生效`,
    content: `已发布：${labels(fields)}。`,
    link: ownPage,
  })

/** Reports to who approved the change that the same fields were changed meanwhile. */
export const notifyEffectConflict = (
  sender: Sender,
  card: NotifiedCard & { name: string },
  fields: readonly CardField[],
  adminId: number,
) =>
  notify(
    sender,
    {
      ...cardReference(card),
      type: 3,
      title: '名片生效时覆盖了其他修改',
      content: `${card.name}的名片已按审核结果生效，期间另外改过的字段也改为审核通过的内容：${labels(fields)}。请核对。`,
      level: 2,
      link: `/app/card/detail/${card.id}`,
    },
    { population: 1, ids: [adminId] },
  )

/** Notifies the other side that an approved change will not become public. */
export const notifyCardUnscheduled = (
  context: Context,
  card: NotifiedCard & { name: string },
  byId: number,
) => {
  const text = {
    title: `${named(card)}的修改不再生效`,
    content: `${context.caller.name}撤回了${card.name}名片待生效的修改，修改仍保留，可以重新提交。`,
  }
  return context.caller.population === 2
    ? notify(
        context,
        { ...cardReference(card), ...text, type: 3, link: `/app/card/detail/${card.id}` },
        { population: 1, ids: [byId] },
      )
    : notifyOwners(context, [card], { ...text, link: ownPage })
}

type Item = { field: CardField; reason: string }

export const notifyCardsRejected = async (
  context: Context,
  cards: readonly DecidedCard[],
  reason: string,
  items: readonly Item[] = [],
) => {
  const lines = items.map(item => `${labels([item.field])}：${item.reason}`)
  await notifyOwners(context, cards, {
    title: '名片未通过审核',
    content: [`原因：${reason}`, ...lines].join('\n'),
    level: 2,
    link: cards.length === 1 ? formPage(cards[0]!, items[0]?.field) : '/app/user/card',
  })
  // The reasons of single fields are read on the card, as far as the mandate names them.
  await notifyAssistantsOf(context, cards, {
    title: '代办的名片未通过审核',
    content: `原因：${reason}`,
    level: 2,
    page: cards.length === 1 ? keptCardPage(cards[0]!) : keptCardsPage,
  })
}

export const notifyCardEdited = (context: Context, card: NotifiedCard, what: readonly string[]) =>
  notifyOwners(context, [card], {
    title: `${named(card)}已由管理员修改`,
    content: `${context.caller.name}修改了：${what.join('、')}。`,
    link: ownPage,
  })

export const notifyCardCreated = (context: Context, card: NotifiedCard, isPublished: boolean) =>
  notifyOwners(context, [card], {
    title: `${named(card)}已创建`,
    content: isPublished
      ? '管理员为您新建并发布了名片，请核对。'
      : '管理员为您新建了名片，请补充后提交审核。',
    link: ownPage,
  })

export const notifyCardsRemoved = (context: Context, cards: readonly NotifiedCard[], reason: string | null) =>
  notifyOwners(context, cards, {
    title: '名片已删除',
    content: `原因：${reason ?? ''}`,
    level: 2,
    link: ownPage,
  })

export const notifyCardRestored = (context: Context, card: NotifiedCard) =>
  notifyOwners(context, [card], {
    title: `${named(card)}已还原`,
    content: '管理员已从回收站还原您的名片，名片处于隐藏状态。',
    link: ownPage,
  })
