import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { type CardField, cardFields } from '../../../resources/cards/index.ts'
import { questionFields } from '../../../resources/cards/questions.ts'
import { optional, select } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { FocusFirst } from '../../ui/FocusFirst.tsx'
import { PartFailed } from '../../loading/PartFailed.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { QuestionThread } from './QuestionThread.tsx'

type NamedField = { name: string; label: string }

const isCardField = (name: unknown): name is CardField => cardFields.some(it => it === name)

/** Queries that show questions: the conversation itself and the queue. */
const useConversationChanged = () => {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['cards', 'questions'] })
    await client.invalidateQueries({ queryKey: ['reviews'] })
  }
}

type AskProps = {
  ask: ServedCall<'cards.ask'>
  cardId: number
  fields: readonly NamedField[]
  onClose: () => void
}

const AskForm = ({ ask, cardId, fields, onClose }: AskProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const changed = useConversationChanged()
  const asked = useMemo(
    () => ({
      field: optional(
        select(
          translate('关于哪个字段（选填）'),
          fields.map(({ name, label }) => [name, translate(label)] as const),
        ),
      ),
      question: {
        ...questionFields.question,
        hint: translate('律师会收到站内信，在名片页答复；名片仍在等待审核。'),
      },
    }),
    [fields, translate],
  )
  const form = useKeptForm(asked, {
    draftName: `question ${cardId}`,
    onSave: async ({ field, question }) => {
      await ask({ id: cardId, question, ...(isCardField(field) && { field }) })
      notify(translate('问题已发给律师'), { type: 'success' })
      await changed()
      onClose()
    },
  })
  return (
    <FieldForm form={form} className="ask-form">
      <FocusFirst>
        <Input field={asked.question} source="question" />
      </FocusFirst>
      {fields.length > 0 && <Input field={asked.field} source="field" />}
      {form.failure && (
        <p className="field-error" role="alert">
          {form.failure}
        </p>
      )}
      <div className="cluster">
        <Button disabled={form.isSubmitting} onClick={onClose}>
          {translate('取消')}
        </Button>
        <Button type="submit" look="primary" disabled={form.isSubmitting}>
          {form.isSubmitting ? translate('发送中…') : translate('发送问题')}
        </Button>
      </div>
    </FieldForm>
  )
}

type Props = {
  cardId: number
  /** The changed fields, about which can be asked; null if the card does not wait for review. */
  fields: readonly NamedField[] | null
}

/** Questions about a card with their answers, and the person to whom it is assigned, for its reviewers. */
export const ReviewerQuestions = ({ cardId, fields }: Props) => {
  const translate = useTranslate()
  const [questionsCall, ask, assign] = [
    useServedCall('cards.questions'),
    useServedCall('cards.ask'),
    useServedCall('cards.assign'),
  ]
  const { data, isError, refetch } = useCall(
    'cards.questions',
    { id: cardId },
    { staleTime: 0, refetchInterval: 60_000 },
  )
  // A question may still be being sent when the dialog is opened, and closing its form must not close the dialog.
  const [isAsking, setAsking] = useState(false)
  const [isAssigning, setAssigning] = useState(false)
  if (!questionsCall) return null
  if (isError && !data) return <PartFailed onRetry={() => void refetch()} />
  const questions = data?.records ?? []
  const isWaiting = fields !== null
  if (!isWaiting && questions.length === 0) return null
  return (
    <section className="panel" aria-label={translate('问与答')}>
      <div className="cluster">
        <h3 className="section-title">{translate('问与答')}</h3>
        {isWaiting && data && (
          <span className="caption">
            {data.assignee
              ? translate('分配给%{name}', { name: data.assignee.name })
              : translate('未分配审核人')}
          </span>
        )}
        {isWaiting && assign && data && (
          <Button look="quiet" onClick={() => setAssigning(true)}>
            {translate('分配审核人')}
          </Button>
        )}
        {isWaiting && ask && !isAsking && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            {translate('向律师提问')}
          </Button>
        )}
      </div>
      {questions.length > 0 && <QuestionThread questions={questions} />}
      {isWaiting && ask && isAsking && (
        <AskForm ask={ask} cardId={cardId} fields={fields} onClose={() => setAsking(false)} />
      )}
      {isWaiting && assign && isAssigning && (
        <AssignDialog
          assign={assign}
          cardId={cardId}
          assigneeId={data?.assignee?.id ?? null}
          onClose={() => setAssigning(false)}
        />
      )}
    </section>
  )
}
