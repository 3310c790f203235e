import { useTranslate } from 'ra-core'

import { answeredCardState } from '../../../resources/cards/transitions.ts'
import type { CardLanguage, OwnCard, OwnCards } from '../../card/useOwnCards.ts'
import { useCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PartFailed } from '../../loading/PartFailed.tsx'
import { cardName } from './cardName.ts'
import { ConfirmBanner } from './ConfirmBanner.tsx'

/** Questions of the reviewers that the lawyer has not answered yet. */
const OpenQuestions = ({ card }: { card: OwnCard }) => {
  const translate = useTranslate()
  const { data, isError, refetch } = useCall('cards.questions', { id: card.id }, { staleTime: 0 })
  if (isError && !data) return <PartFailed onRetry={() => void refetch()} />
  const questions = data?.records.filter(it => it.isOpen === 1 && it.answer === null) ?? []
  if (questions.length === 0) return null
  const name = cardName(card, translate)
  return (
    <ul
      className="panel is-state is-waiting plain-list lined"
      aria-label={translate('审核人对%{card}的问题', { card: name })}
    >
      {questions.map(({ id, question, askedByName }) => (
        <li key={id} className="cluster banner">
          <div className="cluster banner-text">
            <Chip tone="waiting">{translate('待答复')}</Chip>
            <div>
              <p className="caption">
                {translate('%{name}审核%{card}时问：', { name: askedByName, card: name })}
              </p>
              <p className="waiting-question">{question}</p>
            </div>
          </div>
          <ButtonLink look="primary" to={`/app/user/card?language=${card.language}&question=${id}`}>
            {translate('去答复')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

const cardLanguages: readonly CardLanguage[] = ['CN', 'EN']

const isRejected = (card: OwnCard) => ['rejected', 'changeRejected'].includes(answeredCardState(card))

type Props = {
  data: OwnCards
  /** The language of the card that the page shows, which shows its own state. */
  language: CardLanguage
  onOpen: (language: CardLanguage) => void
}

/** What waits for the lawyer, of the cards in both languages: the questions of reviewers, confirmations, refusals. */
export const Waiting = ({ data, language, onOpen }: Props) => {
  const translate = useTranslate()
  const cards = cardLanguages.flatMap(of => (data[of] ? [{ of, card: data[of] }] : []))
  return (
    <>
      {cards.map(
        ({ of, card }) =>
          // A question is open only while its submission waits for review.
          card.auditStatus === 1 && <OpenQuestions key={of} card={card} />,
      )}
      {cards.map(({ of, card }) => (
        <ConfirmBanner key={of} card={card} />
      ))}
      {cards
        .filter(({ of, card }) => of !== language && isRejected(card))
        .map(({ of, card }) => (
          <p key={of} className="panel is-state cluster banner is-bad">
            {translate('%{card}被驳回，请修改后重新提交。', { card: cardName(card, translate) })}
            <Button onClick={() => onOpen(of)}>{translate('查看')}</Button>
          </p>
        ))}
    </>
  )
}
