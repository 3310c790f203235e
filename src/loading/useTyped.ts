import { useEvent } from 'ra-core'
import { useRef, useState } from 'react'

import { afterTyping } from './afterTyping.ts'

/** A text that its own input keeps until the key is painted; its owner, who draws more than that, hears of it then. */
export const useTyped = (text: string, onText: (text: string) => void) => {
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const tell = useEvent(() => {
    if (latest.current === null) return
    onText(latest.current)
    latest.current = null
    setTyped(null)
  })
  const type = useEvent((next: string) => {
    latest.current = next
    setTyped(next)
    afterTyping(tell)
  })
  return [typed ?? text, type] as const
}
