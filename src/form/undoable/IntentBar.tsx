import { useTranslate } from 'ra-core'
import type { ReactNode, Ref } from 'react'

import { Button } from '../../ui/Button.tsx'
import type { PopupItem } from '../../ui/Popups.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { AutosaveText } from '../drafts/AutosaveText.tsx'
import { FailureText } from '../saving/FailureText.tsx'
import type { Intent } from './intent.ts'
import { NetworkWaitText } from '../saving/NetworkWaitText.tsx'
import { SaveBar } from '../saving/SaveBar.tsx'
import type { RecordFormState } from '../useRecordForm.ts'
import { useSaveShortcut } from '../saving/useSaveShortcut.ts'

type Props = {
  form: RecordFormState
  className?: string
  /** Rarely used commands, shown in the menu 更多. */
  items?: readonly PopupItem[] | undefined
  /** Leaves the page instead of saving. Without it the bar has a button that discards the changes. */
  onCancel?: (() => void) | undefined
  /** Disables saving, regardless of the changes. */
  isDisabled?: boolean
  /** Replaces the text with the number of unsaved changes. */
  detail?: ReactNode
  failedText?: string
}

/** Whether saving waits for the network. A form whose changes were all undone has nothing to wait for. */
const isWaiting = ({ waiting, isNew, changed }: RecordFormState) =>
  waiting !== null && (isNew || changed.length > 0 || waiting.needsNoChange === true)

/** Number of unsaved changes, as text. */
export const UnsavedCount = ({ form }: Pick<Props, 'form'>) => {
  const translate = useTranslate()
  const { count, isNew, keepsDrafts, drafts } = form
  if (count === 0) return isNew ? null : <span>{translate('没有修改')}</span>
  return (
    <span>
      {keepsDrafts && drafts.offers.length > 0
        ? translate('请先选择上面的草稿，再继续自动保存')
        : translate('%{changed} 项未保存', { changed: count })}
    </span>
  )
}

const UnsavedState = ({ form, detail }: Pick<Props, 'form' | 'detail'>) => {
  const { count, autosave } = form
  return (
    <>
      {detail ?? <UnsavedCount form={form} />}
      {(count > 0 || autosave.state.kind === 'failed') && (
        <AutosaveText state={autosave.state} onRetry={autosave.retry} />
      )}
    </>
  )
}

type IntentButtonProps = {
  form: RecordFormState
  intent: Intent
  isDisabled: boolean
  ref: Ref<HTMLButtonElement> | undefined
}

const IntentButton = ({ form, intent, isDisabled, ref }: IntentButtonProps) => {
  const translate = useTranslate()
  const { status, waiting, isNew, changed, isSaving, run } = form
  const { name, label, isPrimary, isDefault, needsNoChange } = intent
  const isOwn = status.kind !== 'resting' && status.intent === name
  const isHeld = isWaiting(form)
  const isPossible = isNew || changed.length > 0 || needsNoChange
  const busyLabel = intent.busyLabel ?? translate('处理中…')
  const retryLabel = intent.retryLabel ?? label
  return (
    <Button
      type={isDefault ? 'submit' : 'button'}
      look={isPrimary ? 'primary' : undefined}
      ref={ref}
      title={isDefault ? 'Ctrl+S' : undefined}
      disabled={isDisabled || isSaving || isHeld || !isPossible}
      onClick={isDefault ? undefined : () => run(name)}
    >
      {isHeld && waiting?.name === name
        ? translate('等待网络…')
        : isOwn && isSaving
          ? busyLabel
          : isOwn && status.kind === 'failed'
            ? retryLabel
            : label}
    </Button>
  )
}

/** Save bar of a form: the number of unsaved changes, the last error, and a button for each intent. */
export const IntentBar = (props: Props) => {
  const { form, className, items = [], onCancel, isDisabled = false, failedText, detail } = props
  const translate = useTranslate()
  const { status, intents, isSaving, isLocked, run } = form
  const main = intents.find(intent => intent.isDefault)
  const mayRun = !isDisabled && !isWaiting(form)
  const button = useSaveShortcut(() => main && mayRun && run(main.name))
  const shown = intents.filter((intent, _, all) => !intent.isInMenu || all.length === 1)
  const inMenu = intents.filter(intent => !shown.includes(intent))
  const menu = inMenu.map(({ name, label }) => ({ key: name, label, onChoose: () => run(name) }))
  return (
    <SaveBar
      className={className}
      hasMany={items.length + intents.length > 1}
      items={[...menu, ...items]}
      state={
        isWaiting(form) ? (
          <NetworkWaitText onStop={form.stopWaiting} />
        ) : status.kind === 'failed' ? (
          <FailureText what={failedText ?? translate('没有保存')} failure={status.failure} />
        ) : (
          <UnsavedState form={form} detail={detail} />
        )
      }
    >
      {onCancel ? (
        <Button disabled={isSaving} onClick={onCancel}>
          {translate('返回')}
        </Button>
      ) : (
        !isLocked && <DiscardButton form={form} />
      )}
      {shown.map(intent => (
        <IntentButton
          key={intent.name}
          form={form}
          intent={intent}
          isDisabled={isDisabled}
          ref={intent.isDefault ? button : undefined}
        />
      ))}
    </SaveBar>
  )
}
