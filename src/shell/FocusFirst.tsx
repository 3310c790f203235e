import { type ReactNode, useEffect, useRef } from 'react'

const inputs = ':is(input, select, textarea, [contenteditable=true]):not(:disabled, [hidden])'
/** An input whose code is on the way keeps its place. */
const loading = '[aria-busy=true]'

/** Puts the focus on the first input of what it holds, also where its code is still on the way. */
export const FocusFirst = ({ className, children }: { className?: string; children: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = ref.current!
    const observer = new MutationObserver(() => focusFirst())
    const focusFirst = () => {
      const first = container.querySelector<HTMLElement>(`${inputs}, ${loading}`)
      if (!first || first.matches(loading)) return
      observer.disconnect()
      // Whoever has moved on stays there.
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
