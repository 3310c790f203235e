import { type ReactNode, useEffect, useRef, useState } from 'react'

const inputSelector = ':is(input, select, textarea, [contenteditable=true]):not(:disabled, [hidden])'
/** Placeholder of an input whose code is still loading. */
const loadingSelector = '[aria-busy=true]'

type Props = {
  className?: string
  /** Whether the focus stays where it is; read once, when the content is shown. */
  isOff?: boolean
  children: ReactNode
}

/** Focuses the first input in it, and waits for it if its code or its choices are still loading. */
export const FocusFirst = ({ className, isOff = false, children }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const [isWanted] = useState(!isOff)
  useEffect(() => {
    if (!isWanted) return
    const container = ref.current!
    const observer = new MutationObserver(() => focusFirst())
    const focusFirst = () => {
      const first = container.querySelector<HTMLElement>(`${inputSelector}, ${loadingSelector}`)
      if (!first || first.matches(loadingSelector)) return
      observer.disconnect()
      // Keeps the focus if the user has moved it here already.
      if (!container.contains(document.activeElement)) first.focus({ preventScroll: true })
    }
    // A control is disabled while its choices are loading.
    observer.observe(container, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'aria-busy'],
    })
    focusFirst()
    return () => observer.disconnect()
  }, [isWanted])
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  )
}
