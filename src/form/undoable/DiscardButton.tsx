import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { RecordFormState } from '../useRecordForm.ts'

type Props = { form: Pick<RecordFormState, 'count' | 'isSaving' | 'discard'> }

/** Discards unsaved changes after a confirmation, and stays on the page. */
export const DiscardButton = ({ form: { count, isSaving, discard } }: Props) => {
  const translate = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        disabled={count === 0 || isSaving}
        onPointerEnter={Dialog.preload}
        onClick={() => setAsking(true)}
      >
        {translate('放弃修改')}
      </Button>
      {isAsking && (
        <Dialog title={translate('放弃未保存的修改？')} onClose={close}>
          <p className="dialog-content">{translate('%{count} 项修改将被放弃，无法恢复。', { count })}</p>
          <DialogFoot>
            <Button
              onClick={() => {
                close()
                discard()
              }}
            >
              {translate('放弃修改')}
            </Button>
            <Button look="primary" onClick={close}>
              {translate('继续编辑')}
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}
