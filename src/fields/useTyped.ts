import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import { afterTyping } from '../shell/afterTyping.ts'

/** A text that its own input keeps until the key is painted; its owner, who draws more than that, hears of it then. */
export const useTyped = (text: string, onText: (text: string) => void) => {
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const owner = useRef(onText)
  useLayoutEffect(() => {
    owner.current = onText
  })
  const tell = useCallback(() => {
    if (latest.current === null) return
    owner.current(latest.current)
    latest.current = null
    setTyped(null)
  }, [])
  const type = useCallback(
    (next: string) => {
      latest.current = next
      setTyped(next)
      afterTyping(tell)
    },
    [tell],
  )
  return [typed ?? text, type] as const
}
