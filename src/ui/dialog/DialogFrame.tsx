import MuiDialog from '@mui/material/Dialog'
import { useTranslate } from 'ra-core'
import { type ReactNode, type SyntheticEvent, useId } from 'react'

import { Button } from '../Button.tsx'
import { FocusFirst } from '../FocusFirst.tsx'

type Props = {
  title: string
  /** Called on Escape, the close button and a click outside; without it the dialog has to be answered. */
  onClose?: (() => void) | undefined
  isWide?: boolean
  children: ReactNode
}

/**
 * React bubbles events of a portal to the component that renders it, where a surrounding form would handle them too.
 */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

/**
 * MUI's dialog, mounted while it is open. It focuses its first input, and on closing the element that had the focus
 * before.
 */
export const DialogFrame = ({ title, onClose, isWide, children }: Props) => {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <MuiDialog
      open
      aria-labelledby={titleId}
      slotProps={{ paper: { className: isWide ? 'is-wide' : '' } }}
      onClick={stopPropagation}
      onSubmit={stopPropagation}
      onClose={(event: object) => {
        // Ignores the second click of a double click that opened the dialog.
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
