import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router-dom'

import { isEnding } from '../../providers/session.ts'
import { Button } from '../ui/Button.tsx'
import { DialogFoot } from '../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type Props = {
  /** Whether the form had changes when it was last rendered. */
  isChanged: boolean
  /**
   * Whether the form has changes at the moment of leaving, for forms that may not have rendered the last key press.
   */
  isChangedNow?: () => boolean
  /** Whether the next address belongs to this page and keeps its forms mounted. */
  isWithin?: (next: Location<unknown>) => boolean
  /** Keeps what was typed as a draft. */
  onLeave: () => void
  /** Drops what was typed; without it nothing can be dropped on leaving. */
  onDiscard?: (() => void) | undefined
  /** Title and text of the dialog, where something other than typed values would be lost. */
  title?: string | undefined
  text?: string | undefined
}

/**
 * Asks before the user leaves unsaved changes, which stay as a draft. It does not ask after the session has expired, since the
 * user returns to the page then.
 */
export const LeaveGuard = (props: Props) => {
  const {
    isChanged,
    isChangedNow = () => isChanged,
    isWithin = () => false,
    onLeave,
    onDiscard,
    title,
    text,
  } = props
  const translate = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isEnding() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isWithin(nextLocation) &&
      isChangedNow(),
  )
  useEffect(() => {
    if (!isChanged) return
    Dialog.preload()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isEnding()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  const leaveAfter = (finish: () => void) => () => {
    finish()
    blocker.proceed()
  }
  const kept = translate('没有保存的内容会作为草稿留着，下次打开这里可以继续写。')
  return (
    <Dialog title={title ?? translate('有未保存的修改')} onClose={blocker.reset}>
      <p className="dialog-content">{text ?? kept}</p>
      <DialogFoot>
        {onDiscard && <Button onClick={leaveAfter(onDiscard)}>{translate('放弃并离开')}</Button>}
        <Button onClick={leaveAfter(onLeave)}>{translate('离开')}</Button>
        <Button look="primary" onClick={blocker.reset}>
          {translate('继续编辑')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
