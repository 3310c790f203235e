import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

import './actions.css'

type Props = {
  title: string
  /** Escape, the cross and a press beside the dialog; without it the dialog has to be answered. */
  onClose?: (() => void) | undefined
  isWide?: boolean
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus inside, gives it back and closes with Escape by itself. Out of the
 * page's tree, because a dialog inside a form would submit it.
 */
export const Dialog = ({ title, onClose, isWide, children }: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  const titleId = useId()
  useEffect(() => {
    const { current } = element
    current?.showModal()
    return () => current?.close()
  }, [])
  return createPortal(
    // Pressing beside the dialog is a convenience of the mouse; the keyboard has Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      className={isWide ? 'dialog is-wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={event => {
        isPressedBeside.current = event.target === element.current
      }}
      onClick={event => {
        event.stopPropagation()
        // Neither text selected to beyond the edge, nor the second click of the double click that opened it.
        if (event.target === element.current && isPressedBeside.current && event.detail < 2) onClose?.()
      }}
      onSubmit={event => event.stopPropagation()}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <button type="button" className="button button-quiet" aria-label="关闭" onClick={onClose}>
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
