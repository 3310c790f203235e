import { type ReactNode, useEffect, useRef } from 'react'

const inputSelector = ':is(input, select, textarea, [contenteditable=true]):not(:disabled, [hidden])'
/** Placeholder of an input whose code is still loading. */
const loadingSelector = '[aria-busy=true]'

/** Focuses the first input in it, and waits for it if its code is still loading. */
export const FocusFirst = ({ className, children }: { className?: string; children: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = ref.current!
    const observer = new MutationObserver(() => focusFirst())
    const focusFirst = () => {
      const first = container.querySelector<HTMLElement>(`${inputSelector}, ${loadingSelector}`)
      if (!first || first.matches(loadingSelector)) return
      observer.disconnect()
      // Keeps the focus if the user has moved it here already.
      if (!container.contains(document.activeElement)) first.focus({ preventScroll: true })
    }
    observer.observe(container, { childList: true, subtree: true })
    focusFirst()
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  )
}
