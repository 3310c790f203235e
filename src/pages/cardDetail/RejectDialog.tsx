import { type FormEvent, useState } from 'react'

import { type CardField, cards } from '../../../resources/cards/index.ts'
import { Dialog } from '../../actions/Dialog.tsx'

/** 常用驳回原因 (domain.md §6.4). */
const common = [
  '头像不符合要求',
  '职位与登记不符',
  '执业证号有误',
  '含绝对化用语',
  '荣誉缺少颁发单位或年份',
  '中英文不一致',
]
const limits = { least: 2, most: 200 }

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
  const { length } = [...text.trim()]
  return length >= limits.least && length <= limits.most
}

/** Why a card goes back: in general, and at the fields where it matters, since the lawyer reads it there. */
export const RejectDialog = ({ name, fields, isRunning, onClose, onReject }: Props) => {
  const [reason, setReason] = useState('')
  const [atFields, setAtFields] = useState<Partial<Record<CardField, string>>>({})
  const [isWrong, setWrong] = useState(false)
  const items = fields.flatMap(field => {
    const text = atFields[field]?.trim()
    return text ? [{ field, reason: text }] : []
  })
  const badItems = items.filter(it => !isReason(it.reason))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReason(reason) || badItems.length > 0) return setWrong(true)
    onReject({ reason: reason.trim(), items })
  }
  const add = (text: string) => setReason(it => (it.includes(text) ? it : it.trim() ? `${it};${text}` : text))
  return (
    <Dialog title={`驳回「${name}」`} onClose={isRunning ? undefined : onClose} isWide>
      <form onSubmit={submit} noValidate>
        <div className="dialog-content reject">
          <div className="field">
            <label className="field-label" htmlFor="reject-reason">
              驳回原因
              <span className="field-mark" aria-hidden>
                *
              </span>
            </label>
            <p className="field-hint">律师会看到原因,修改后可重新提交。</p>
            <textarea
              id="reject-reason"
              // What the dialog itself looks for when it opens.
              ref={element => element?.setAttribute('autofocus', '')}
              className="control control-area"
              rows={3}
              value={reason}
              aria-invalid={isWrong && !isReason(reason)}
              onChange={({ target }) => setReason(target.value)}
            />
            {isWrong && !isReason(reason) && <p className="field-error">请填写原因(2-200字)</p>}
            <div className="reject-common" role="group" aria-label="常用原因">
              {common.map(text => (
                <button key={text} type="button" className="button button-quiet" onClick={() => add(text)}>
                  {text}
                </button>
              ))}
            </div>
          </div>
          <fieldset className="reject-fields">
            <legend>逐项说明(选填)</legend>
            {fields.map(field => (
              <label key={field} className="reject-field">
                <span>{cards.fields[field].label}</span>
                <input
                  className="control"
                  value={atFields[field] ?? ''}
                  maxLength={limits.most}
                  aria-invalid={isWrong && badItems.some(it => it.field === field)}
                  onChange={({ target }) => setAtFields({ ...atFields, [field]: target.value })}
                />
              </label>
            ))}
            {isWrong && badItems.length > 0 && <p className="field-error">逐项说明至少2个字</p>}
          </fieldset>
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
