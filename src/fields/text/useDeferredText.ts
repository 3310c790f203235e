import { type FocusEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

import { whenIdle } from '../../loading/whenIdle.ts'
import { useIme } from './useIme.ts'

const isTypedKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => /^.$/u.test(key) && !ctrlKey && !metaKey

/**
 * Keeps typed text in the input and reports it to `onText` in an idle callback, so that a key press renders only the
 * input. `flush` reports it at once: on blur, and before a key that acts on the text.
 */
export const useDeferredText = (text: string, onText: (text: string) => void) => {
  const [typed, setTyped] = useState<string | null>(null)
  const pending = useRef<string | null>(null)
  const latestOnText = useRef(onText)
  useLayoutEffect(() => {
    latestOnText.current = onText
  })
  const flush = useCallback(() => {
    if (pending.current === null) return
    latestOnText.current(pending.current)
    pending.current = null
    setTyped(null)
  }, [])
  const change = (next: string) => {
    const isFirst = pending.current === null
    pending.current = next
    setTyped(next)
    if (isFirst) whenIdle(flush)
  }
  const flushBefore = (event: KeyboardEvent) => {
    if (!isTypedKey(event)) flush()
  }
  return { text: typed ?? text, type: change, flush, flushBefore }
}

type Options = {
  value: string
  onText: (text: string) => void
  onBlur?: ((event: FocusEvent<HTMLInputElement & HTMLTextAreaElement>) => void) | undefined
}

/** Attributes of an input or textarea that reports its text in idle callbacks and supports input methods. */
export const useTextProps = ({ value, onText, onBlur }: Options) => {
  const { text, type, flush, flushBefore } = useDeferredText(value, onText)
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
