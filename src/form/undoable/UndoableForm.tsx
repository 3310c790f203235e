import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { timestampText } from '../../fields/dates/dates.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Button } from '../../ui/Button.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { DraftOffer } from '../drafts/DraftOffer.tsx'
import { FailureText } from '../saving/FailureText.tsx'
import { FormElement } from '../plain/FieldForm.tsx'
import { LeaveGuard } from '../LeaveGuard.tsx'
import { NetworkWaitText } from '../saving/NetworkWaitText.tsx'
import { SaveBar } from '../saving/SaveBar.tsx'
import { useNetworkWait } from '../saving/useNetworkWait.ts'
import { useSaveShortcut } from '../saving/useSaveShortcut.ts'
import type { ConcurrentChange, UndoableFormState } from './useUndoableForm.ts'

type NoteProps = { concurrentChange: ConcurrentChange; onClose: () => void }

/** Lists what another user saved meanwhile, so that the user can check the merged result before saving it. */
const ConcurrentChangeNote = ({ concurrentChange: { by, at, changes }, onClose }: NoteProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const editorName = by ?? translate('其他人')
  return (
    <div className="note is-waiting" role="alert">
      <p>
        {at
          ? translate(
              '没有保存：%{who}在 %{when} 保存过。您的修改都还在，两人都改过的以您的为准，请核对后再保存。',
              { who: editorName, when: timestampText(at, formats) },
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

/** Number of changes that the bar lists by name; with more changes it adds the total. */
const maxNamedChanges = 3

const unsavedText = (changes: readonly string[], translate: Translate) => {
  const changed = changes.slice(0, maxNamedChanges).join(translate('、'))
  return changes.length > maxNamedChanges
    ? translate('未保存：%{changed} 等 %{count} 项', { changed, count: changes.length })
    : translate('未保存：%{changed}', { changed })
}

type BarProps = {
  form: UndoableFormState
  note: ReactNode
  /** Whether saving was requested offline and waits for the network. */
  isHeld: boolean
  onStopWaiting: () => void
}

const UndoableBar = ({ form, note, isHeld, onStopWaiting }: BarProps) => {
  const translate = useTranslate()
  const { changes, isSaving, failure, canUndo } = form
  const button = useSaveShortcut()
  const isChanged = changes.length > 0
  const label = isSaving ? translate('保存中…') : failure ? translate('重试') : translate('保存')
  return (
    <SaveBar
      hasMany
      note={note}
      state={
        isHeld ? (
          <NetworkWaitText onStop={onStopWaiting} />
        ) : failure ? (
          <FailureText what={translate('没有保存')} failure={failure} />
        ) : (
          <>
            <span>{isChanged ? unsavedText(changes, translate) : translate('没有修改')}</span>
            {canUndo && !isSaving && (
              <Button look="link" onClick={form.undo}>
                {translate('撤销')}
              </Button>
            )}
          </>
        )
      }
    >
      <Button disabled={!isChanged || isSaving} onClick={form.reset}>
        {translate('放弃修改')}
      </Button>
      <Button
        type="submit"
        look="primary"
        ref={button}
        disabled={!isChanged || isSaving || isHeld}
        title="Ctrl+S"
      >
        {isHeld ? translate('等待网络…') : label}
      </Button>
    </SaveBar>
  )
}

type Props = {
  className?: string | undefined
  form: UndoableFormState
  /** A sentence about the effect of saving, shown above the bar. */
  consequence?: ReactNode
  /** Content beside the form. */
  aside?: ReactNode
  children: ReactNode
}

/** Form whose steps can be undone, with its draft offer, save bar and leave guard. */
export const UndoableForm = ({ className, form, consequence, aside, children }: Props) => {
  const { changes, concurrentChange, draft, isSaving, save } = form
  const isChanged = changes.length > 0
  const [held, setHeld] = useNetworkWait(() => isChanged && save())
  const note = (
    <>
      {concurrentChange && (
        <ConcurrentChangeNote concurrentChange={concurrentChange} onClose={form.closeConcurrentChange} />
      )}
      {consequence && (
        <p className="note is-info" role="status">
          {consequence}
        </p>
      )}
    </>
  )
  const main = (
    <>
      {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
      {children}
      <UndoableBar
        form={form}
        note={note}
        isHeld={held !== null && isChanged}
        onStopWaiting={() => setHeld(null)}
      />
    </>
  )
  return (
    <FormElement
      className={className}
      submit={event => {
        event.preventDefault()
        if (!isChanged || isSaving) return
        if (onlineManager.isOnline()) save()
        else setHeld(true)
      }}
    >
      {aside ? <div>{main}</div> : main}
      {aside}
      <LeaveGuard isChanged={isChanged} onLeave={draft.keep} onDiscard={draft.forget} />
    </FormElement>
  )
}
