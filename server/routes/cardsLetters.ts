import { cardContent, type CardField } from '../../resources/cards/index.ts'
import type { Context } from '../context.ts'
import { type Letter, sendMessages } from '../services/messages.ts'
import type { Locked } from './cardsRow.ts'

type Card = Pick<Locked['card'], 'id' | 'lawyerId' | 'organizationId' | 'language' | 'published'>

const labels = (fields: readonly string[]) =>
  fields.map(it => cardContent[it as CardField]?.label ?? it).join('、')

const about = ({ id }: Card): Partial<Letter> => ({ type: 3, bizType: 'card', bizId: id })
const ownPage = '/app/user/dashboard'
const formPage = ({ language }: Card, field?: string) =>
  `/app/user/card?language=${language}${field ? `&field=${field}` : ''}`
const named = ({ language }: Card) => (language === 'EN' ? '英文名片' : '名片')

/** To everybody who may review it. */
export const tellReviewers = (context: Context, card: Card, changed: readonly string[]) => {
  const what = card.published ? `修改:${labels(changed)}` : ''
  return sendMessages(
    context,
    {
      ...about(card),
      type: 3,
      title: '名片待审核',
      content: `${context.caller.name}提交了${named(card)}${what},请及时审核。`,
      link: `/app/card/detail/${card.id}`,
    },
    { reviewing: 'card.audit', organizationId: card.organizationId },
  )
}

const tell = (context: Context, cards: readonly Card[], letter: Omit<Letter, 'type'>) =>
  sendMessages(
    context,
    { ...(cards.length === 1 && about(cards[0]!)), ...letter, type: 3 },
    { population: 2, ids: cards.map(it => it.lawyerId) },
  )

/** To the lawyers; one text for all of them, since several are approved as they stand. */
export const tellApproved = (context: Context, cards: readonly Card[], corrected: readonly string[] = []) =>
  tell(context, cards, {
    title: '名片已通过审核',
    content: corrected.length
      ? `审核时更正了:${labels(corrected)}。更正后的内容已发布,请核对。`
      : '您的名片已发布,可在小程序中查看。',
    link: ownPage,
  })

type Item = { field: string; reason: string }

export const tellRejected = (
  context: Context,
  cards: readonly Card[],
  reason: string,
  items: readonly Item[] = [],
) => {
  const lines = items.map(it => `${labels([it.field])}:${it.reason}`)
  return tell(context, cards, {
    title: '名片未通过审核',
    content: [`原因:${reason}`, ...lines].join('\n'),
    level: 2,
    link: cards.length === 1 ? formPage(cards[0]!, items[0]?.field) : '/app/user/card',
  })
}

export const tellEdited = (context: Context, card: Card, what: readonly string[]) =>
  tell(context, [card], {
    title: `${named(card)}已由管理员修改`,
    content: `${context.caller.name}修改了:${what.join('、')}。`,
    link: ownPage,
  })

export const tellCreated = (context: Context, card: Card, isPublished: boolean) =>
  tell(context, [card], {
    title: `${named(card)}已创建`,
    content: isPublished ? '管理员为您新建并发布了名片,请核对。' : '管理员为您新建了名片,请补充后提交审核。',
    link: ownPage,
  })

export const tellRemoved = (context: Context, cards: readonly Card[], reason: string | null) =>
  tell(context, cards, { title: '名片已删除', content: `原因:${reason ?? ''}`, level: 2, link: ownPage })
