import { useTranslate } from 'ra-core'
import type { ComponentProps } from 'react'

import { Dialog } from '../../ui/Dialog.tsx'
import { RecordTimeline } from './RecordTimeline.tsx'

type Props = ComponentProps<typeof RecordTimeline> & { onClose: () => void }

/** The timeline in a dialog, where the page has no room for it. */
export const TimelineDialog = ({ onClose, ...timeline }: Props) => {
  const translate = useTranslate()
  return (
    <Dialog title={translate('时间线')} onClose={onClose} isWide>
      <div className="dialog-content">
        <RecordTimeline {...timeline} />
      </div>
    </Dialog>
  )
}
