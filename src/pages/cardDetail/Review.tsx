import { useTranslate } from 'ra-core'
import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { cardFields, cards } from '../../../resources/cards/index.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import type { Card } from '../../card/useCard.ts'
import { useCardFields } from '../../preview/phone/useCardFields.ts'
import { useDelay } from '../../record/actions/useDelay.ts'
import { changedCardFields, cardAuditInput } from '../../review/card.ts'
import { ReviewChanges, UnchangedFields } from '../../review/ReviewChanges.tsx'
import { type RefusalReasons, RefuseDialog } from '../../review/decisions/RefuseDialog.tsx'
import { ReviewBar } from '../../review/ReviewBar.tsx'
import { ScheduleButton } from '../../review/decisions/ScheduleButton.tsx'
import { type Corrections, useCorrections } from '../../review/useCorrections.ts'
import { useReviewKeys } from '../../review/decisions/useReviewKeys.ts'
import { useCardAudit } from './useAudit.ts'

const ReviewTitle = ({ count }: { count: number | null }) => {
  const translate = useTranslate()
  return (
    <h2 className="section-title">
      {count === null ? translate('首次发布，以下为全部内容') : translate('%{count} 项修改待审核', { count })}
    </h2>
  )
}

type RejectionProps = Pick<ComponentProps<typeof RefuseDialog>, 'isRunning' | 'onClose' | 'onRefuse'> & {
  card: Card
  /** Names of the changed fields. */
  changed: readonly (keyof typeof cards.fields)[]
}

const RejectDialog = ({ card, changed, ...dialog }: RejectionProps) => {
  const translate = useTranslate()
  return (
    <RefuseDialog
      {...dialog}
      refused="card"
      name={card.name}
      verb={translate('驳回')}
      hint={translate('律师会看到原因，修改后可重新提交。')}
      fields={changed.map(name => ({ name, label: translate(cards.fields[name].label) }))}
    />
  )
}

type UnchangedProps = Pick<RejectionProps, 'card' | 'changed'> & { fields: Fields; displayFields: Fields }

const Unchanged = ({ card, changed, ...fields }: UnchangedProps) => (
  <UnchangedFields
    {...fields}
    names={cardFields.filter(name => !isBlank(card[name]) && !changed.includes(name))}
    record={{ ...card }}
  />
)

type ScheduleProps = { card: Card; isDisabled: boolean; onSchedule: (day: string) => void }

/** Only a change of a published card without another scheduled change can wait for its day. */
const CardSchedule = ({ card, isDisabled, onSchedule }: ScheduleProps) => {
  const isServed = useServedCall('cards.unschedule') !== null
  if (!isServed || card.published === null || card.effectiveAt) return null
  return (
    <ScheduleButton proposedOn={card.proposedOn ?? null} isDisabled={isDisabled} onSchedule={onSchedule} />
  )
}

/** Approves a card after ten seconds, in which it can be taken back as on the desk and in a selection. */
const useApproval = (
  card: Card,
  patch: Corrections['patch'],
  audit: ReturnType<typeof useCardAudit>['audit'],
) => {
  const translate = useTranslate()
  const delay = useDelay()
  const [isWaiting, setWaiting] = useState(false)
  const approve = (effectiveOn?: string) => {
    const input = cardAuditInput(card, { patch, effectiveOn })
    const verb = Object.keys(patch).length > 0 ? translate('更正并通过') : translate('通过')
    setWaiting(true)
    delay({
      key: `approve ${card.id}`,
      label: translate('%{verb}“%{title}”@dialog', { verb, title: card.name }),
      // `useAudit` shows the error and reloads the card.
      send: () =>
        audit(input)
          .catch(() => {})
          .finally(() => setWaiting(false)),
      onUndo: () => setWaiting(false),
    })
  }
  return { approve, isWaiting }
}

/** Whether the reason for a rejection is asked, as it is at once where a message elsewhere links to it. */
const useRejecting = (mayJudge: boolean) => {
  const [params] = useSearchParams()
  return useState(mayJudge && params.get('action') === 'reject')
}

/** Review of a card: its changes and the decision about them. */
export const Review = ({ card, mayJudge }: { card: Card; mayJudge: boolean }) => {
  const translate = useTranslate()
  const corrections = useCorrections().of('card')
  const { audit, isRunning } = useCardAudit()
  const { approve, isWaiting } = useApproval(card, corrections.patch, audit)
  const [isRejecting, setRejecting] = useRejecting(mayJudge)
  const changed = changedCardFields(card)
  const record: AnyRecord = { ...card }
  const fields = { fields: cards.fields, displayFields: useCardFields(card.language) }
  const reject = (refusal: RefusalReasons) =>
    void audit(cardAuditInput(card, { refusal }))
      .then(() => setRejecting(false))
      .catch(() => {})
  const isOpen = mayJudge && !isRunning && !isWaiting && !isRejecting && corrections.edited.length === 0
  useReviewKeys(isOpen ? { approve: () => approve(), refuse: () => setRejecting(true) } : {})
  const isFirst = card.published === null
  return (
    <div className="review">
      <ReviewTitle count={isFirst ? null : changed.length} />
      <ReviewChanges
        {...fields}
        names={changed}
        record={record}
        subject={`card ${card.id}`}
        published={card.published}
        corrections={corrections}
        mayCorrect={() => mayJudge && !isWaiting}
      />
      {!isFirst && <Unchanged card={card} changed={changed} {...fields} />}
      {mayJudge && (
        <ReviewBar
          corrections={corrections}
          isRunning={isRunning}
          isRefusing={isRejecting}
          isWaiting={isWaiting}
          consequence={translate('通过后立即发布，并通知律师')}
          refusal={translate('驳回')}
          onApprove={() => approve()}
          onRefuse={() => setRejecting(true)}
        >
          <CardSchedule
            card={card}
            isDisabled={isRunning || isWaiting || corrections.edited.length > 0}
            onSchedule={approve}
          />
        </ReviewBar>
      )}
      {isRejecting && (
        <RejectDialog
          card={card}
          changed={changed}
          isRunning={isRunning}
          onClose={() => setRejecting(false)}
          onRefuse={reject}
        />
      )}
    </div>
  )
}
