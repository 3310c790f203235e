import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { reviews } from '../../../resources/reviews.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import {
  type IgnoreFinding,
  useIgnoreArticleFinding,
  useIgnoreCardFinding,
} from '../../review/findings/useIgnoring.ts'
import { ReviewChanges, UnchangedFields } from '../../review/ReviewChanges.tsx'
import { type RefusalReasons, RefuseDialog } from '../../review/decisions/RefuseDialog.tsx'
import { CardConversation } from '../../review/questions/CardConversation.tsx'
import { ScheduleButton } from '../../review/decisions/ScheduleButton.tsx'
import { ReviewBar } from '../../review/ReviewBar.tsx'
import type { Corrections } from '../../review/useCorrections.ts'
import { useReviewKeys } from '../../review/decisions/useReviewKeys.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { FailedDecision } from './FailedDecision.tsx'
import type { DecisionChoice } from './useDesk.ts'
import type { Returned } from './returned.ts'
import type { QueueRow, ReviewSubject } from './subjects/subject.ts'
import { WaitingTime } from '../../fields/dates/WaitingTime.tsx'

export type PaneProps = {
  row: QueueRow
  /** Time limit for reviews, in hours. */
  slaHours: number
  corrections: Corrections
  returned: Returned | undefined
  /** Whether the reviewer came here by a decision or a shortcut, so that the heading gets the focus. */
  isMoved: boolean
  onDecide: (subject: ReviewSubject, choice?: DecisionChoice) => void
  subject: ReviewSubject
}

const fieldLabelIn =
  ({ fields }: ReviewSubject) =>
  (name: string) =>
    fields[name]?.label ?? name

type HeadProps = Pick<PaneProps, 'row' | 'slaHours' | 'subject' | 'isMoved'>

const PaneHeader = ({ row, slaHours, subject, isMoved }: HeadProps) => {
  const formats = useFormats()

  const translate = useTranslate()
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isMoved) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isMoved])
  const { kind, organizationId } = reviews.fields
  const cell = { ...row, id: row.id }
  return (
    <header className="desk-head">
      <h2 ref={ref} tabIndex={-1}>
        {subject.title}
      </h2>
      <p className="cluster secondary">
        <Cell field={kind} value={row.kind} record={cell} />
        {row.organizationId != null && (
          <Cell field={organizationId} value={row.organizationId} record={cell} />
        )}
        {row.kind === 'proposal' && row.submittedBy && (
          <span>{translate('来源：%{name}', { name: row.submittedBy })}</span>
        )}
        <span>
          {translate('%{timestampText} 提交', { timestampText: timestampText(row.since, formats) })}
        </span>
        <WaitingTime since={row.since} isOverdue={row.isOverdue === 1} hours={slaHours} />
        <Link to={subject.path}>{translate('详情页')}</Link>
      </p>
    </header>
  )
}

const HintList = ({ hints }: Pick<ReviewSubject, 'hints'>) =>
  hints.length === 0 ? null : (
    <div className="note is-waiting" role="note">
      <ul>
        {hints.map(hint => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  )

/** The focused field if it can be corrected, otherwise the first one that can. */
const fieldToCorrect = ({ names, mayCorrect }: ReviewSubject, edited: readonly string[]) => {
  const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
  return [focused, ...names].find(it => it !== undefined && mayCorrect(it) && !edited.includes(it))
}

const usePaneKeys = (
  { subject, corrections }: PaneProps,
  actions: Record<'approve' | 'refuse', () => void>,
) => {
  const isOpen = corrections.edited.length === 0
  const { approve, refuse } = actions
  const correct = () => {
    const name = fieldToCorrect(subject, corrections.edited)
    if (name) corrections.setEditing(name, true)
  }
  useReviewKeys({
    ...(isOpen && { refuse, ...(subject.mayApprove !== false && { approve }) }),
    correct,
  })
}

const useIgnoreFinding = ({ row, subject }: PaneProps): IgnoreFinding => {
  const [ofCard, ofArticle] = [useIgnoreCardFinding(), useIgnoreArticleFinding()]
  const record = { ...subject.record, id: row.id }
  return { registration: () => null, card: ofCard, article: ofArticle, proposal: () => null }[row.kind](
    record,
  )
}

const changedFieldsOf = ({ names, fields }: ReviewSubject, translate: Translate) =>
  names.map(name => ({ name, label: translate(fields[name]!.label) }))

/** Questions are asked about cards only. */
const PaneConversation = ({ row, subject }: Pick<PaneProps, 'row' | 'subject'>) => {
  const translate = useTranslate()
  return row.kind === 'card' ? (
    <CardConversation key={row.id} cardId={row.id} fields={changedFieldsOf(subject, translate)} />
  ) : null
}

/** The buttons for the decision. */
const PaneBar = ({ subject, corrections, onDecide, onRefuse }: PaneProps & { onRefuse: () => void }) => {
  const { schedule, consequence, refusal } = subject
  return (
    <ReviewBar
      corrections={corrections}
      isRunning={false}
      mayApprove={subject.mayApprove !== false}
      consequence={consequence}
      refusal={refusal.verb}
      onApprove={() => onDecide(subject)}
      onRefuse={onRefuse}
    >
      {schedule && (
        <ScheduleButton
          proposedOn={schedule.proposedOn}
          isDisabled={corrections.edited.length > 0}
          onSchedule={effectiveOn => onDecide(subject, { effectiveOn })}
        />
      )}
    </ReviewBar>
  )
}

/** The item under review: its findings, its changes, and the buttons for the decision. */
export const SubjectPane = (props: PaneProps) => {
  const translate = useTranslate()
  const { row, subject, corrections, returned, isMoved, onDecide } = props
  const [isRefusing, setRefusing] = useState(false)
  const { verb, hint, isByField, refused } = subject.refusal
  const refuse = (refusal: RefusalReasons) => {
    setRefusing(false)
    onDecide(subject, { refusal })
  }
  const ignore = useIgnoreFinding(props)
  usePaneKeys(props, { approve: () => onDecide(subject), refuse: () => setRefusing(true) })
  const { record, fields, displayFields = fields, names, unchanged } = subject
  return (
    <div className="review">
      <PaneHeader row={row} slaHours={props.slaHours} subject={subject} isMoved={isMoved} />
      {returned && <FailedDecision returned={returned} subject={subject} />}
      <HintList hints={subject.hints} />
      <IgnorableFindings
        key={subject.key}
        findings={subject.findings}
        labelOf={fieldLabelIn(subject)}
        ignore={ignore}
      />
      <h3 className="section-title">{subject.heading}</h3>
      <ReviewChanges
        fields={fields}
        displayFields={displayFields}
        names={names}
        record={record}
        subject={subject.key}
        published={subject.published}
        otherLanguage={subject.otherLanguage}
        captions={subject.captions}
        corrections={corrections}
        mayCorrect={subject.mayCorrect}
      />
      <PaneConversation row={row} subject={subject} />
      <UnchangedFields fields={fields} displayFields={displayFields} names={unchanged} record={record} />
      <PaneBar {...props} onRefuse={() => setRefusing(true)} />
      {isRefusing && (
        <RefuseDialog
          name={subject.title}
          verb={verb}
          hint={hint}
          refused={refused}
          {...(isByField && { fields: changedFieldsOf(subject, translate) })}
          initial={returned?.refusal}
          isRunning={false}
          onClose={() => setRefusing(false)}
          onRefuse={refuse}
        />
      )}
    </div>
  )
}
