import { cardContent, type CardField } from '../../resources/cards/index.ts'
import type { Context } from '../context/context.ts'
import type { cards } from '../db/tables.ts'
import { type NewMessage, notify } from './notify.ts'

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
    { reviewing: 'card.audit', organizationId: card.organizationId },
  )
}

const notifyOwners = (context: Context, cards: readonly NotifiedCard[], text: Omit<NewMessage, 'type'>) =>
  notify(
    context,
    { ...(cards.length === 1 && cardReference(cards[0]!)), ...text, type: 3 },
    { population: 2, ids: cards.map(card => card.lawyerId) },
  )

/**
 * Notifies the lawyers with one text for all of them, since several cards are only approved without
 * corrections.
 */
export const notifyCardsApproved = (
  context: Context,
  cards: readonly NotifiedCard[],
  corrected: readonly CardField[] = [],
) =>
  notifyOwners(context, cards, {
    title: '名片已通过审核',
    content: corrected.length
      ? `审核时更正了：${labels(corrected)}。更正后的内容已发布，请核对。`
      : '您的名片已发布，可在小程序中查看。',
    link: ownPage,
  })

type Item = { field: CardField; reason: string }

export const notifyCardsRejected = (
  context: Context,
  cards: readonly NotifiedCard[],
  reason: string,
  items: readonly Item[] = [],
) => {
  const lines = items.map(item => `${labels([item.field])}：${item.reason}`)
  return notifyOwners(context, cards, {
    title: '名片未通过审核',
    content: [`原因：${reason}`, ...lines].join('\n'),
    level: 2,
    link: cards.length === 1 ? formPage(cards[0]!, items[0]?.field) : '/app/user/card',
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
