import { type FocusEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

import { whenIdle } from '../shell/whenIdle.ts'
import { useIme } from './useIme.ts'

const isTypedKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => /^.$/u.test(key) && !ctrlKey && !metaKey

/**
 * A text that its own input keeps until the page is idle, so that a key draws this input alone; its owner, who draws more,
 * hears of it then. `flush` tells the owner at once: before the field is left, and before a key that acts on the text.
 */
export const useTyped = (text: string, onText: (text: string) => void) => {
  const [typed, setTyped] = useState<string | null>(null)
  const pending = useRef<string | null>(null)
  const owner = useRef(onText)
  useLayoutEffect(() => {
    owner.current = onText
  })
  const flush = useCallback(() => {
    if (pending.current === null) return
    owner.current(pending.current)
    pending.current = null
    setTyped(null)
  }, [])
  const type = (next: string) => {
    const isFirst = pending.current === null
    pending.current = next
    setTyped(next)
    if (isFirst) whenIdle(flush)
  }
  const flushBefore = (event: KeyboardEvent) => {
    if (!isTypedKey(event)) flush()
  }
  return { text: typed ?? text, type, flush, flushBefore }
}

type Options = {
  value: string
  onText: (text: string) => void
  onBlur?: ((event: FocusEvent<HTMLInputElement & HTMLTextAreaElement>) => void) | undefined
}

/** The attributes of an input or a textarea whose text is kept by itself, and which an input method may compose. */
export const useTextProps = ({ value, onText, onBlur }: Options) => {
  const { text, type, flush, flushBefore } = useTyped(value, onText)
  const ime = useIme(text, type)
  return {
    ...ime,
    onKeyDown: (event: KeyboardEvent) => {
      flushBefore(event)
      ime.onKeyDown(event)
    },
    onBlur: (event: FocusEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      flush()
      onBlur?.(event)
    },
  }
}
