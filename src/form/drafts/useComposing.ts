import { useEffect, useRef } from 'react'

/** Whether an input method is at work anywhere on the page: what it shows meanwhile is no text yet. */
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
