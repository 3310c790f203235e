import { useState } from 'react'

import { isBlank } from '../../../providers/changes.ts'
import { type CardContent, type CardField, cardFields, cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { Card } from '../../card/useCard.ts'
import { Cell } from '../../fields/kinds.tsx'
import { FieldChange } from './FieldChange.tsx'
import { RejectDialog, type Rejection } from './RejectDialog.tsx'
import { useAudit } from './useAudit.ts'
import { useReviewKeys } from './useReviewKeys.ts'

type Patch = Partial<CardContent>

const Unchanged = ({ card, fields }: { card: Card; fields: readonly CardField[] }) => {
  if (fields.length === 0) return null
  const record: AnyRecord = { ...card }
  return (
    <details className="unchanged whole-cells">
      <summary>未改动的 {fields.length} 项</summary>
      <dl className="panel facts">
        {fields.map(field => (
          <div key={field}>
            <dt>{cards.fields[field].label}</dt>
            <dd>
              <Cell field={cards.fields[field]} value={card[field]} record={record} isWhole />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** What the reviewer changed, by field; undefined takes a correction back. */
const useCorrections = () => {
  const [patch, setPatch] = useState<Patch>({})
  const correct = (field: CardField, value: unknown) =>
    setPatch(known => {
      const { [field]: _, ...rest } = known
      return value === undefined ? rest : { ...rest, [field]: value }
    })
  return { patch, correct }
}

type BarProps = {
  corrected: number
  /** A correction is open: deciding now would lose what is being typed. */
  isEditing: boolean
  isRunning: boolean
  onApprove: () => void
  onReject: () => void
}

const barText = ({ corrected, isEditing }: Pick<BarProps, 'corrected' | 'isEditing'>) => {
  if (isEditing) return '请先采用或取消正在填写的更正'
  return corrected > 0 ? `更正了 ${corrected} 项，通过后一并发布` : '通过后立即发布，并通知律师'
}

const ReviewBar = ({ corrected, isEditing, isRunning, onApprove, onReject }: BarProps) => (
  <div className="save-bar">
    <p className="save-bar-text" role="status">
      {barText({ corrected, isEditing })}
    </p>
    <button
      type="button"
      className="button is-danger"
      disabled={isRunning || isEditing}
      title="R"
      onClick={onReject}
    >
      驳回
    </button>
    <button
      type="button"
      className="button button-primary"
      disabled={isRunning || isEditing}
      title="A"
      onClick={onApprove}
    >
      {isRunning ? '处理中…' : corrected > 0 ? '更正并通过' : '通过'}
    </button>
  </div>
)

type ChangesProps = {
  card: Card
  fields: readonly CardField[]
  mayCorrect: boolean
  patch: Patch
  onCorrect: (field: CardField, value: unknown) => void
  edited: readonly CardField[]
  onEdited: (edited: readonly CardField[]) => void
}

/** The fields that wait; of a card that was never published all that are filled in. */
const Changes = ({ card, fields, mayCorrect, patch, onCorrect, edited, onEdited }: ChangesProps) => {
  const isFirst = card.published === null
  const record: AnyRecord = { ...card }
  return (
    <div className={isFirst ? 'panel lined whole-cells changes is-first' : 'stack whole-cells changes'}>
      {fields.map(field => (
        <FieldChange
          key={field}
          name={field}
          field={cards.fields[field]}
          record={record}
          published={card.published?.[field]}
          submitted={card[field]}
          corrected={patch[field]}
          isFirst={isFirst}
          mayCorrect={mayCorrect}
          isEditing={edited.includes(field)}
          onEdit={isEditing =>
            onEdited([...edited.filter(name => name !== field), ...(isEditing ? [field] : [])])
          }
          onCorrect={value => onCorrect(field, value)}
        />
      ))}
    </div>
  )
}

/** A card that waits: what changed, word by word, and the decision about it. */
export const Review = ({ card, mayJudge }: { card: Card; mayJudge: boolean }) => {
  const { patch, correct } = useCorrections()
  const { audit, isRunning } = useAudit()
  const [isRejecting, setRejecting] = useState(false)
  const [edited, setEdited] = useState<readonly CardField[]>([])
  const filled = cardFields.filter(name => !isBlank(card[name]))
  const isFirst = card.published === null
  const changed = isFirst ? filled : cardFields.filter(name => card.changedFields.includes(name))
  const { id, version } = card
  const corrected = Object.keys(patch).length
  // `useAudit` says why it failed, and shows the card as it is now.
  const approve = () =>
    void audit({ id, version, auditStatus: 2, ...(corrected > 0 && { patch }) }).catch(() => {})
  const reject = (rejection: Rejection) =>
    void audit({ id, version, auditStatus: 3, ...rejection })
      .then(() => setRejecting(false))
      .catch(() => {})
  const isOpen = mayJudge && !isRunning && !isRejecting && edited.length === 0
  useReviewKeys(isOpen ? { a: approve, r: () => setRejecting(true) } : {})
  return (
    <div className="review">
      <h2 className="section-title">
        {isFirst ? '首次发布，以下为全部内容' : `${changed.length} 项修改待审核`}
      </h2>
      <Changes
        card={card}
        fields={changed}
        mayCorrect={mayJudge}
        patch={patch}
        onCorrect={correct}
        edited={edited}
        onEdited={setEdited}
      />
      {!isFirst && <Unchanged card={card} fields={filled.filter(name => !changed.includes(name))} />}
      {mayJudge && (
        <ReviewBar
          corrected={corrected}
          isEditing={edited.length > 0}
          isRunning={isRunning}
          onApprove={approve}
          onReject={() => setRejecting(true)}
        />
      )}
      {isRejecting && (
        <RejectDialog
          name={card.name}
          fields={changed}
          isRunning={isRunning}
          onClose={() => setRejecting(false)}
          onReject={reject}
        />
      )}
    </div>
  )
}
