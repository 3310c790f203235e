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
 * Returns the properties of a button that keeps the focus when it becomes disabled, for example while it works on what it was
 * pressed for. Until the focus leaves, it is announced as disabled and ignores presses. Browsers take the focus from a disabled
 * element, so that a dialog opened at that moment could not give it back when it is closed.
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
