import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../loading/lazyComponent.tsx'

const ScheduleDialog = lazyComponent(() => import('./ScheduleDialog.tsx').then(it => it.ScheduleDialog))

type Props = {
  /** The day that the owner of the card wants. */
  proposedOn: string | null
  isDisabled: boolean
  /** Approves the change from this day (`YYYY-MM-DD`). */
  onSchedule: (day: string) => void
}

/** Approves a change that becomes public on a later day. */
export const ScheduleButton = ({ proposedOn, isDisabled, onSchedule }: Props) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={isDisabled} onClick={() => setOpen(true)}>
        {translate('通过，指定日期生效')}
      </Button>
      {isOpen && (
        <ScheduleDialog
          proposedOn={proposedOn}
          onClose={() => setOpen(false)}
          onSchedule={day => {
            setOpen(false)
            onSchedule(day)
          }}
        />
      )}
    </>
  )
}
