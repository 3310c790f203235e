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
  onLeave: () => void
  /** Title and text of the dialog, where something other than typed values would be lost. */
  title?: string | undefined
  text?: string
  /** Whether unsaved changes are kept as a draft. */
  areDraftsKept?: boolean
}

/**
 * Asks before the user leaves unsaved changes. It does not ask after the session has expired, because drafts are kept
 * then.
 */
export const LeaveGuard = (props: Props) => {
  const { isChanged, isChangedNow = () => isChanged, isWithin = () => false, onLeave, title, text } = props
  const { areDraftsKept = false } = props
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
  const leave = () => {
    onLeave()
    blocker.proceed()
  }
  const consequence = areDraftsKept
    ? translate('没有保存的内容会作为草稿留着，下次打开这里可以继续写。')
    : translate('离开后，这些修改不会保留。')
  return (
    <Dialog title={title ?? translate('有未保存的修改')} onClose={blocker.reset}>
      <p className="dialog-content">{text ?? consequence}</p>
      <DialogFoot>
        <Button onClick={leave}>{translate('离开')}</Button>
        <Button look="primary" onClick={blocker.reset}>
          {translate('继续编辑')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
