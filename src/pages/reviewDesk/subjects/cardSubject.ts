import { call } from '../../../../providers/call.ts'
import { isBlank } from '../../../../resources/domain/sameness.ts'
import { cardFields, cards } from '../../../../resources/cards/index.ts'
import type { Fields } from '../../../../resources/kit/index.ts'
import { gapSentences } from '../../../card/languages/gapSentences.ts'
import type { Card } from '../../../card/useCard.ts'
import { pathTo } from '../../../routing/paths.ts'
import { changedCardFields, cardAuditInput } from '../../../review/card.ts'
import { queueKeyOf, type ReviewSubject } from './subject.ts'
import { type Translate } from '../../../../resources/kit/translate.ts'

const versionLabels = {
  CN: { label: '中文版', lang: 'zh-CN' },
  EN: { label: '英文版', lang: 'en' },
} as const

/** Only a change of a published card without another change for a later day can wait for its day. */
const scheduleOf = ({ published, effectiveAt, proposedOn }: Card): ReviewSubject['schedule'] =>
  published !== null && effectiveAt === null ? { proposedOn: proposedOn ?? null } : undefined

/** The person's card in the other language. */
export type OtherCard = { language: 'CN' | 'EN'; card: Card }

const otherLanguageOf = (
  other: OtherCard | null,
  displayFields: Fields,
  translate: Translate,
): ReviewSubject['otherLanguage'] => {
  if (!other) return null
  const { lang, ...version } = versionLabels[other.language]
  const label = translate(version.label)
  const isWaiting = other.card.auditStatus === 1
  return {
    caption: isWaiting ? translate('%{word}（待审）', { word: label }) : label,
    lang,
    displayFields,
    record: { ...other.card },
  }
}

/** Where the English card under review differs from the Chinese one. */
const hintsOf = (card: Card, other: OtherCard | null, translate: Translate) =>
  card.language === 'EN' && other ? gapSentences(other.card, card, translate) : []

/** Fields for displaying each of the two cards. */
type FieldsOfCards = { own: Fields; other: Fields }

export const cardReviewSubject = (
  card: Card,
  other: OtherCard | null,
  fieldsOfCards: FieldsOfCards,
  mayCorrect: boolean,
  translate: Translate,
): ReviewSubject => {
  const names = changedCardFields(card)
  return {
    key: queueKeyOf({ kind: 'card', id: card.id }),
    title: card.name,
    heading:
      card.published === null
        ? translate('首次发布，以下为全部内容')
        : translate('%{count} 项修改待审核', { count: names.length }),
    record: { ...card },
    fields: cards.fields,
    displayFields: fieldsOfCards.own,
    names,
    unchanged:
      card.published === null ? [] : cardFields.filter(it => !isBlank(card[it]) && !names.includes(it)),
    published: card.published,
    otherLanguage: otherLanguageOf(other, fieldsOfCards.other, translate),
    findings: card.findings ?? [],
    hints: hintsOf(card, other, translate),
    path: pathTo(cards.views.show!.path, card.id),
    mayCorrect: () => mayCorrect,
    schedule: scheduleOf(card),
    consequence: translate('通过后立即发布，并通知律师'),
    refusal: {
      verb: translate('驳回'),
      hint: translate('律师会看到原因，修改后可重新提交。'),
      isByField: true,
      refused: 'card',
    },
    decide: decided => {
      const input = cardAuditInput(card, decided)
      return { input, send: options => call('cards.adminAuditCard', input, options) }
    },
  }
}
