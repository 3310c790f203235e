import { useTranslate } from 'ra-core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'

import { type RefusedSubject, usualReasonsOf } from '../../../resources/domain/refusal.ts'
import { Suggestions } from '../../fields/text/Suggestions.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { isPressed } from '../../routing/shortcuts.ts'

import '../review.css'

const reasonLength = { min: 2, max: 200 }

export type RefusalReasons = { reason: string; items: { field: string; reason: string }[] }

type Props = {
  /** Title of the refused item. */
  name: string
  /** Label of the command that refuses it. */
  verb: string
  /** Who will read the reason. */
  hint: string
  /** Kind of item, which selects the suggested reasons; nothing is suggested without it. */
  refused?: RefusedSubject | undefined
  /** Submitted fields, for which individual reasons can be given. */
  fields?: readonly { name: string; label: string }[]
  /** Reasons entered earlier. */
  initial?: RefusalReasons | undefined
  isRunning: boolean
  onClose: () => void
  onRefuse: (refusal: RefusalReasons) => void
}

const isReason = (text: string) => {
  const count = [...text.trim()].length
  return count >= reasonLength.min && count <= reasonLength.max
}

type Reasons = Readonly<Record<string, string>>

/** Whether the reason for a field is too short; an empty one is allowed. */
const isTooShort = (text: string | undefined) => !!text?.trim() && !isReason(text)

type ReasonProps = Pick<Props, 'verb' | 'hint'> & {
  refused: RefusedSubject | undefined
  reason: string
  isWrong: boolean
  onChange: (reason: string) => void
}

/** Ctrl+Enter or Cmd+Enter submits, because Enter inserts a line break. */
const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (isPressed(event, 'send') && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit()
}

const ReasonField = ({ verb, hint, refused, reason, isWrong, onChange }: ReasonProps) => {
  const translate = useTranslate()
  return (
    <div className="field">
      <label className="field-label" htmlFor="refuse-reason">
        {verb}
        {translate('原因')}
        <span className="field-mark" aria-hidden>
          *
        </span>
      </label>
      <p className="field-hint">{hint}</p>
      <textarea
        id="refuse-reason"
        // The dialog moves the focus to the element with this attribute when it opens.
        ref={element => element?.setAttribute('autofocus', '')}
        className="control control-area"
        rows={3}
        value={reason}
        aria-invalid={isWrong}
        onKeyDown={submitByKey}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong && <p className="field-error">{translate('请填写原因（2-200字）')}</p>}
      {refused && <Suggestions suggestedBy={usualReasonsOf(refused)} text={reason} onChange={onChange} />}
    </div>
  )
}

type FieldReasonsProps = Required<Pick<Props, 'fields'>> & {
  reasons: Reasons
  isWrong: boolean
  onChange: (reasons: Reasons) => void
}

const FieldReasons = ({ fields, reasons, isWrong, onChange }: FieldReasonsProps) => {
  const translate = useTranslate()
  return (
    <fieldset className="stack refuse-fields">
      <legend>{translate('逐项说明（选填）')}</legend>
      {fields.map(({ name, label }) => (
        <label key={name} className="refuse-field">
          <span>{label}</span>
          <input
            className="control"
            value={reasons[name] ?? ''}
            maxLength={reasonLength.max}
            aria-invalid={isWrong && isTooShort(reasons[name])}
            onChange={({ target }) => onChange({ ...reasons, [name]: target.value })}
          />
        </label>
      ))}
      {isWrong && fields.some(({ name }) => isTooShort(reasons[name])) && (
        <p className="field-error">{translate('逐项说明至少2个字')}</p>
      )}
    </fieldset>
  )
}

/** Asks why an item is refused: in general and per field, because the author sees the reasons at the fields. */
export const RefuseDialog = ({ name, verb, hint, fields = [], initial, ...props }: Props) => {
  const translate = useTranslate()
  const { refused, isRunning, onClose, onRefuse } = props
  const [reason, setReason] = useState(initial?.reason ?? '')
  const [reasons, setReasons] = useState<Reasons>(() =>
    Object.fromEntries((initial?.items ?? []).map(it => [it.field, it.reason])),
  )
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReason(reason) || fields.some(it => isTooShort(reasons[it.name]))) return setWrong(true)
    const items = fields.flatMap(field => {
      const text = reasons[field.name]?.trim()
      return text ? [{ field: field.name, reason: text }] : []
    })
    onRefuse({ reason: reason.trim(), items })
  }
  return (
    <Dialog
      title={translate('%{verb}“%{title}”@dialog', { verb, title: name })}
      onClose={isRunning ? undefined : onClose}
      isWide
    >
      <form onSubmit={submit} noValidate>
        <div className="dialog-content refuse">
          <ReasonField
            verb={verb}
            hint={hint}
            refused={refused}
            reason={reason}
            isWrong={isWrong && !isReason(reason)}
            onChange={setReason}
          />
          {fields.length > 0 && (
            <FieldReasons fields={fields} reasons={reasons} isWrong={isWrong} onChange={setReasons} />
          )}
        </div>
        <DialogFoot>
          <Button disabled={isRunning} onClick={onClose}>
            {translate('取消')}
          </Button>
          <Button type="submit" look="danger" title="Ctrl + Enter" disabled={isRunning}>
            {isRunning ? translate('处理中…') : verb}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
