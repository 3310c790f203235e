import {
  type FocusEvent,
  type FocusEventHandler,
  type MouseEvent,
  type MouseEventHandler,
  useState,
} from 'react'

type ButtonState = {
  disabled?: boolean | undefined
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  onFocus?: FocusEventHandler<HTMLButtonElement> | undefined
}

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Properties of a button that becomes disabled where it has the focus, as while it works on what it was pressed for: it keeps the
 * focus, is announced as disabled and does nothing. The browser takes the focus from a disabled element, and a dialog that opens
 * then could not give it back.
 */
export const useKeptFocus = ({ disabled = false, onClick, onFocus }: ButtonState) => {
  const [hasFocus, setHasFocus] = useState(false)
  const isKept = disabled && hasFocus
  return {
    disabled: disabled && !hasFocus,
    'aria-disabled': isKept,
    onClick: isKept ? ignore : onClick,
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setHasFocus(true)
      onFocus?.(event)
    },
    onBlur: () => setHasFocus(false),
  }
}
