import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

import { isEnding } from '../../../providers/session.ts'
import { Dialog } from '../../actions/Dialog.tsx'

type Props = {
  isChanged: boolean
  onLeave: () => void
  /** What is left behind, where it is not what somebody typed. */
  title?: string
  text?: string
}

/** Asks before unsaved changes are left behind; an expired session goes without asking, its draft is kept. */
export const LeaveGuard = ({
  isChanged,
  onLeave,
  title = '有未保存的修改',
  text = '离开后,这些修改不会保留。',
}: Props) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isEnding() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isEnding()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title={title} onClose={blocker.reset}>
      <p className="dialog-content">{text}</p>
      <footer className="dialog-foot">
        <button
          type="button"
          className="button"
          onClick={() => {
            onLeave()
            blocker.proceed()
          }}
        >
          离开
        </button>
        <button type="button" className="button button-primary" onClick={blocker.reset}>
          继续编辑
        </button>
      </footer>
    </Dialog>
  )
}
