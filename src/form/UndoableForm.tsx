import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { timestampText } from '../fields/dates.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { Button } from '../shell/Button.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { FormElement } from './FieldForm.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { ConcurrentChange, UndoableFormState } from './useUndoableForm.ts'

type NoteProps = { concurrentChange: ConcurrentChange; onClose: () => void }

/** What another saved meanwhile, so that both can be looked at before they are saved together. */
const ConcurrentChangeNote = ({ concurrentChange: { by, at, changes }, onClose }: NoteProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const who = by ?? translate('其他人')
  return (
    <div className="note is-waiting" role="alert">
      <p>
        {at
          ? translate(
              '没有保存：%{who}在 %{when} 保存过。您的修改都还在，两人都改过的以您的为准，请核对后再保存。',
              { who, when: timestampText(at, formats) },
            )
          : translate('没有保存：其他人刚刚保存过。您的修改都还在，两人都改过的以您的为准，请核对后再保存。')}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map(change => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" onClick={onClose}>
        {translate('知道了')}
      </Button>
    </div>
  )
}

/** So many changes are named in the bar; the number tells of the others. */
const namedChanges = 3

const detailOf = (changes: readonly string[], translate: Translate) => {
  const changed = changes.slice(0, namedChanges).join(translate('、'))
  return changes.length > namedChanges
    ? translate('未保存：%{changed} 等 %{count} 项', { changed, count: changes.length })
    : translate('未保存：%{changed}', { changed })
}

type Props = {
  className?: string | undefined
  form: UndoableFormState
  /** What saving will do. */
  consequence?: ReactNode
  /** Beside the form. */
  aside?: ReactNode
  children: ReactNode
}

/** A form whose steps can be taken back: its draft, what is unsaved, what another saved, and saving it. */
export const UndoableForm = ({ className, form, consequence, aside, children }: Props) => {
  const translate = useTranslate()
  const { changes, concurrentChange, draft, isSaving } = form
  const main = (
    <>
      {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
      {children}
      <SaveBar
        changed={changes.length}
        isSaving={isSaving}
        failure={form.failure}
        detail={detailOf(changes, translate)}
      >
        {concurrentChange && (
          <ConcurrentChangeNote concurrentChange={concurrentChange} onClose={form.closeConcurrentChange} />
        )}
        {consequence && (
          <p className="note is-info" role="status">
            {consequence}
          </p>
        )}
        <Button disabled={!form.canUndo || isSaving} onClick={form.undo}>
          {translate('撤销')}
        </Button>
        <Button disabled={changes.length === 0 || isSaving} onClick={form.reset}>
          {translate('全部还原')}
        </Button>
      </SaveBar>
    </>
  )
  return (
    <FormElement
      className={className}
      submit={event => {
        event.preventDefault()
        void form.save()
      }}
    >
      {aside ? <div>{main}</div> : main}
      {aside}
      <LeaveGuard isChanged={changes.length > 0} onLeave={draft.forget} />
    </FormElement>
  )
}
