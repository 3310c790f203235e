import MuiDialog from '@mui/material/Dialog'
import { useTranslate } from 'ra-core'
import { type ReactNode, type SyntheticEvent, useId } from 'react'

import { Button } from './Button.tsx'
import { FocusFirst } from './FocusFirst.tsx'

type Props = {
  title: string
  /** Escape, the cross and a press beside the dialog; without it the dialog has to be answered. */
  onClose?: (() => void) | undefined
  isWide?: boolean
  children: ReactNode
}

/** React lets events of a portal rise to where it is rendered: inside a form, the dialog's own form would send that too. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** MUI's dialog, mounted while it is open. The first input has the focus; after it, what had it before. */
export const Dialog = ({ title, onClose, isWide, children }: Props) => {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <MuiDialog
      open
      aria-labelledby={titleId}
      slotProps={{ paper: { className: isWide ? 'is-wide' : '' } }}
      onClick={stop}
      onSubmit={stop}
      onClose={(event: object) => {
        // The second click of the double click that opened the dialog meets its surroundings.
        if (!('detail' in event && event.detail === 2)) onClose?.()
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <Button look="quiet" aria-label={translate('关闭')} onClick={onClose}>
            ×
          </Button>
        )}
      </header>
      <FocusFirst>{children}</FocusFirst>
    </MuiDialog>
  )
}
