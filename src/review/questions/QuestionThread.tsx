import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import type { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { cardFieldLabel } from '../../card/fieldLabel.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { useFormats } from '../../language/useLanguage.ts'

import './questions.css'

export type CardQuestion = OutputOf<(typeof cards.calls)['questions']>['records'][number]

const QuestionState = ({ question: { answer, isOpen } }: { question: CardQuestion }) => {
  const translate = useTranslate()
  if (answer !== null) return <Chip tone="good">{translate('已答复')}</Chip>
  return isOpen === 1 ? (
    <Chip tone="waiting">{translate('待答复')}</Chip>
  ) : (
    <Chip tone="faint">{translate('已关闭')}</Chip>
  )
}

type Props = {
  questions: readonly CardQuestion[]
  /** Shown below an open question without an answer. */
  renderReply?: (question: CardQuestion) => ReactNode
}

/** Questions about a card with their answers, the earliest first. */
export const QuestionThread = ({ questions, renderReply }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  return (
    <ol className="plain-list lined questions">
      {questions.map(question => (
        <li key={question.id} id={`question-${question.id}`} className="stack question">
          <p className="cluster caption">
            <QuestionState question={question} />
            <span>{question.askedByName}</span>
            <span>{timestampText(question.askedAt, formats)}</span>
            {question.field && <span>{translate(cardFieldLabel(question.field))}</span>}
          </p>
          <p className="question-text">{question.question}</p>
          {question.answer !== null && (
            <div className="question-answer">
              <p className="caption">
                {translate('律师答复，%{when}', { when: timestampText(question.answeredAt ?? '', formats) })}
              </p>
              <p className="question-text">{question.answer}</p>
            </div>
          )}
          {question.answer === null && question.isOpen === 1 && renderReply?.(question)}
        </li>
      ))}
    </ol>
  )
}
