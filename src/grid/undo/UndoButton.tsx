import { useState } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { UndoDialog } from './UndoDialog.tsx'

type Props = {
  label: string
  look: 'quiet' | 'danger'
  /** Ids of the batches in which the records were created; empty if the back-end sends none. */
  batchIds: readonly number[]
  count: number
  onUndone: () => void
}

/** Button that undoes the creation of records after a confirmation; hidden if the back-end does not support it. */
export const UndoButton = ({ label, look, batchIds, count, onUndone }: Props) => {
  const undoCall = useServedCall('imports.undo')
  const [isAsking, setAsking] = useState(false)
  if (!undoCall || batchIds.length === 0) return null
  const close = () => setAsking(false)
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <UndoDialog
          undoCall={undoCall}
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
