import { type FormEvent, useState } from 'react'

import { type CardField, cards } from '../../../resources/cards/index.ts'
import { Dialog } from '../../layout/Dialog.tsx'

/** 常用驳回原因 (domain.md §6.4). */
const commonReasons = [
  '头像不符合要求',
  '职位与登记不符',
  '执业证号有误',
  '含绝对化用语',
  '荣誉缺少颁发单位或年份',
  '中英文不一致',
]
const reasonLength = { min: 2, max: 200 }

export type Rejection = { reason: string; items: { field: CardField; reason: string }[] }

type Props = {
  name: string
  /** The fields that wait, to which a reason may be given. */
  fields: readonly CardField[]
  isRunning: boolean
  onClose: () => void
  onReject: (rejection: Rejection) => void
}

const isReason = (text: string) => {
  const count = [...text.trim()].length
  return count >= reasonLength.min && count <= reasonLength.max
}

type Reasons = Partial<Record<CardField, string>>

/** A field needs no reason; one that was begun has to be long enough. */
const isTooShort = (text: string | undefined) => !!text?.trim() && !isReason(text)

type ReasonProps = { reason: string; isWrong: boolean; onChange: (reason: string) => void }

const ReasonField = ({ reason, isWrong, onChange }: ReasonProps) => {
  const add = (text: string) => {
    if (!reason.includes(text)) onChange(reason.trim() ? `${reason}；${text}` : text)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor="reject-reason">
        驳回原因
        <span className="field-mark" aria-hidden>
          *
        </span>
      </label>
      <p className="field-hint">律师会看到原因，修改后可重新提交。</p>
      <textarea
        id="reject-reason"
        // What the dialog itself looks for when it opens.
        ref={element => element?.setAttribute('autofocus', '')}
        className="control control-area"
        rows={3}
        value={reason}
        aria-invalid={isWrong}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong && <p className="field-error">请填写原因（2-200字）</p>}
      <div className="cluster reject-common" role="group" aria-label="常用原因">
        {commonReasons.map(text => (
          <button key={text} type="button" className="button button-quiet" onClick={() => add(text)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

type FieldReasonsProps = Pick<Props, 'fields'> & {
  reasons: Reasons
  isWrong: boolean
  onChange: (reasons: Reasons) => void
}

const FieldReasons = ({ fields, reasons, isWrong, onChange }: FieldReasonsProps) => (
  <fieldset className="stack reject-fields">
    <legend>逐项说明（选填）</legend>
    {fields.map(field => (
      <label key={field} className="reject-field">
        <span>{cards.fields[field].label}</span>
        <input
          className="control"
          value={reasons[field] ?? ''}
          maxLength={reasonLength.max}
          aria-invalid={isWrong && isTooShort(reasons[field])}
          onChange={({ target }) => onChange({ ...reasons, [field]: target.value })}
        />
      </label>
    ))}
    {isWrong && fields.some(field => isTooShort(reasons[field])) && (
      <p className="field-error">逐项说明至少2个字</p>
    )}
  </fieldset>
)

/** Why a card goes back: in general, and at the fields where it matters, since the lawyer reads it there. */
export const RejectDialog = ({ name, fields, isRunning, onClose, onReject }: Props) => {
  const [reason, setReason] = useState('')
  const [reasons, setReasons] = useState<Reasons>({})
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReason(reason) || fields.some(field => isTooShort(reasons[field]))) return setWrong(true)
    const items = fields.flatMap(field => {
      const text = reasons[field]?.trim()
      return text ? [{ field, reason: text }] : []
    })
    onReject({ reason: reason.trim(), items })
  }
  return (
    <Dialog title={`驳回「${name}」`} onClose={isRunning ? undefined : onClose} isWide>
      <form onSubmit={submit} noValidate>
        <div className="dialog-content reject">
          <ReasonField reason={reason} isWrong={isWrong && !isReason(reason)} onChange={setReason} />
          <FieldReasons fields={fields} reasons={reasons} isWrong={isWrong} onChange={setReasons} />
        </div>
        <footer className="dialog-foot">
          <button type="button" className="button" disabled={isRunning} onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button button-danger" disabled={isRunning}>
            {isRunning ? '处理中…' : '驳回'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
