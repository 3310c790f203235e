import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { SaveBar } from '../form/SaveBar.tsx'
import { Button } from '../shell/Button.tsx'

type Props = {
  state: {
    changed: readonly string[]
    canUndo: boolean
    undo: () => void
    reset: () => void
    isSaving: boolean
    failure: { message: string; requestId: string | undefined } | null
    isMerged: boolean
  }
  /** What is unsaved, in words. */
  detail: string
  /** What saving will do. */
  consequence?: ReactNode
}

/** What is unsaved of a part of the configuration, taking it back, and saving it. */
export const ConfBar = ({ state, detail, consequence }: Props) => {
  const translate = useTranslate()
  return (
    <>
      <SaveBar
        changed={state.changed.length}
        isSaving={state.isSaving}
        failure={state.failure}
        detail={detail}
      >
        {state.isMerged && (
          <p className="note is-waiting" role="alert">
            {translate(
              '没有保存：其他人刚刚保存过。您的修改都还在，两人都改过的以您的为准，请核对后再保存。',
            )}
          </p>
        )}
        {consequence && (
          <p className="note is-info" role="status">
            {consequence}
          </p>
        )}
        <Button disabled={!state.canUndo || state.isSaving} onClick={state.undo}>
          {translate('撤销')}
        </Button>
        <Button disabled={state.changed.length === 0 || state.isSaving} onClick={state.reset}>
          {translate('全部还原')}
        </Button>
      </SaveBar>
      <LeaveGuard isChanged={state.changed.length > 0} onLeave={() => {}} />
    </>
  )
}
