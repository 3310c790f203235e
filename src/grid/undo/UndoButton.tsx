import { useState } from 'react'

import { Button } from '../../shell/Button.tsx'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { useAddition } from '../../shell/sessionContext.ts'

const UndoDialog = lazyComponent(() => import('./UndoDialog.tsx').then(it => it.UndoDialog))

type Props = {
  label: string
  look: 'quiet' | 'danger'
  /** Under which the records were made; empty where a back-end tells none. */
  batchIds: readonly number[]
  count: number
  onUndone: () => void
}

/** Takes back what was made together, after showing what goes and what stays; absent where that is not served. */
export const UndoButton = ({ label, look, batchIds, count, onUndone }: Props) => {
  const undoing = useAddition('imports.undo')
  const [isAsking, setAsking] = useState(false)
  if (!undoing || batchIds.length === 0) return null
  const close = () => setAsking(false)
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <UndoDialog
          undoing={undoing}
          batchIds={batchIds}
          count={count}
          onClose={close}
          onUndone={() => {
            close()
            onUndone()
          }}
        />
      )}
    </>
  )
}
