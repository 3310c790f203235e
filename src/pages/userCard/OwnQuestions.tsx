import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'

import type { ServedCall } from '../../../providers/call.ts'
import { questionFields } from '../../../resources/cards/questions.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'
import { useMandateInput } from '../../card/mandates/mandateContext.ts'
import { Input } from '../../fields/inputs.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { type CardQuestion, QuestionThread } from '../../review/questions/QuestionThread.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFailed } from '../../loading/PartFailed.tsx'

const fields = { answer: questionFields.answer }

type AnswerProps = { answer: ServedCall<'cards.answer'>; question: CardQuestion }

const AnswerForm = ({ answer, question }: AnswerProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const byMandate = useMandateInput()
  const form = useKeptForm(fields, {
    draftName: `answer ${question.id}`,
    onSave: async values => {
      try {
        await answer({ id: question.id, answer: values.answer, ...byMandate })
        notify(translate('答复已发给审核人'), { type: 'success' })
      } finally {
        // After a refusal too: the question may have been answered elsewhere, or the card decided.
        await client.invalidateQueries({ queryKey: ['cards'] })
      }
    },
  })
  return (
    <FieldForm form={form} className="ask-form">
      <Input field={fields.answer} source="answer" />
      {form.failure && (
        <p className="field-error" role="alert">
          {form.failure}
        </p>
      )}
      <div>
        <Button type="submit" look="primary" disabled={form.isSubmitting}>
          {form.isSubmitting ? translate('发送中…') : translate('发送答复')}
        </Button>
      </div>
    </FieldForm>
  )
}

/** Scrolls to the question that the address of a message names, and focuses its answer, once. */
const useQuestionFromAddress = (isLoaded: boolean) => {
  const [params] = useSearchParams()
  const id = params.get('question')
  const shownId = useRef<string | null>(null)
  useEffect(() => {
    if (!isLoaded || !id || shownId.current === id) return
    shownId.current = id
    const element = document.getElementById(`question-${id}`)
    element?.scrollIntoView({ block: 'center' })
    element?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [isLoaded, id])
}

/** Questions of the reviewers about the own card, which are answered here. */
export const OwnQuestions = ({ card }: { card: OwnCard }) => {
  const translate = useTranslate()
  const answer = useServedCall('cards.answer')
  const { data, isError, refetch } = useCall(
    'cards.questions',
    { id: card.id, ...useMandateInput() },
    { staleTime: 0 },
  )
  useQuestionFromAddress(data !== undefined)
  if (isError && !data) return <PartFailed onRetry={() => void refetch()} />
  if (!data || data.records.length === 0) return null
  const openQuestions = data.records.filter(it => it.isOpen === 1)
  const closedQuestions = data.records.filter(it => it.isOpen === 0)
  return (
    <section className="panel" aria-label={translate('审核人的问题')}>
      <h2 className="section-title">{translate('审核人的问题')}</h2>
      {openQuestions.length > 0 && (
        <QuestionThread
          questions={openQuestions}
          renderReply={question => answer && <AnswerForm answer={answer} question={question} />}
        />
      )}
      {closedQuestions.length > 0 && (
        <details>
          <summary>{translate('以前的问题（%{count}）', { count: closedQuestions.length })}</summary>
          <QuestionThread questions={closedQuestions} />
        </details>
      )}
    </section>
  )
}
