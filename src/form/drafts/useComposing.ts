import { useEffect, useRef } from 'react'

/** Ref that is true while an input method is composing anywhere on the page; composed text is not final yet. */
export const useComposing = () => {
  const isComposing = useRef(false)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('compositionstart', () => void (isComposing.current = true), { signal })
    document.addEventListener('compositionend', () => void (isComposing.current = false), { signal })
    return () => control.abort()
  }, [])
  return isComposing
}
