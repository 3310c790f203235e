import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import {
  type Captcha,
  type CaptchaAnswer,
  type CaptchaScene,
  fetchCaptcha,
} from '../../../providers/proofs.ts'

const missing = '请输入图片中的验证码'

/** A picture captcha: hidden until it is asked for, and renewed after each use, since it is good for one. */
export const useCaptcha = (scene: CaptchaScene) => {
  const [shown, setShown] = useState<Captcha | null>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const attach = useCallback((element: HTMLInputElement | null) => {
    input.current = element
  }, [])
  const focus = () => input.current?.focus()
  const renew = async () => {
    setCode('')
    const fetched = await fetchCaptcha(scene)
    // Drawn at once, so that whoever asked for it may put the focus there.
    flushSync(() => {
      setShown(fetched)
      setError('')
    })
  }
  /** What a call is sent along with it; null after it was said that it is missing. */
  const read = (): CaptchaAnswer | null => {
    if (shown && code.trim()) return { codeId: shown.codeId, code: code.trim() }
    setError(missing)
    focus()
    return null
  }
  return {
    image: shown?.image ?? '',
    isShown: shown !== null,
    code,
    error,
    attach,
    /** Stores what is typed and clears the previous error. */
    type: (text: string) => {
      setCode(text)
      setError('')
    },
    /** Requests another picture, since the current one was refused or is used up. */
    refuse: async (sentence: string) => {
      await renew()
      setError(sentence)
      focus()
    },
    focus,
    renew,
    read,
    hide: () => setShown(null),
  }
}

export type CaptchaState = ReturnType<typeof useCaptcha>
