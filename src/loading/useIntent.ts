import { type PointerEvent, type FocusEvent, useRef } from 'react'

/** Milliseconds of hovering before something is prefetched, so that what the pointer only passes over is not. */
const hoverDelay = 80

/**
 * Handlers of a link or button that prefetch what it opens: when the pointer rests on it, when it is focused, and when it
 * is pressed.
 */
export const useIntent = <E extends HTMLElement>(prefetch: (target: E) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<E>) => {
      timer.current = setTimeout(() => prefetch(currentTarget), hoverDelay)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onPointerDown: ({ currentTarget }: PointerEvent<E>) => prefetch(currentTarget),
    onFocus: ({ currentTarget }: FocusEvent<E>) => prefetch(currentTarget),
  }
}
