import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

import { isEnding } from '../../providers/session.ts'
import { Button } from '../shell/Button.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'

const Dialog = lazyComponent(() => import('../shell/Dialog.tsx').then(it => it.Dialog))

type Props = {
  isChanged: boolean
  onLeave: () => void
  /** What is left behind, where it is not what somebody typed. */
  title?: string
  text?: string
}

/** Asks before unsaved changes are left behind; an expired session goes without asking, its draft is kept. */
export const LeaveGuard = ({ isChanged, onLeave, title, text }: Props) => {
  const translate = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isEnding() && currentLocation.pathname !== nextLocation.pathname,
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
  return (
    <Dialog title={title ?? translate('有未保存的修改')} onClose={blocker.reset}>
      <p className="dialog-content">{text ?? translate('离开后，这些修改不会保留。')}</p>
      <footer className="dialog-foot">
        <Button onClick={leave}>{translate('离开')}</Button>
        <Button look="primary" onClick={blocker.reset}>
          {translate('继续编辑')}
        </Button>
      </footer>
    </Dialog>
  )
}
