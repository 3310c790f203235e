import { useCallback, useRef, useState } from 'react'

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
  const isFocusWanted = useRef(false)
  const attach = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    if (!element || !isFocusWanted.current) return
    isFocusWanted.current = false
    element.focus()
  }, [])
  /** Puts the focus into the input, which is drawn with the picture and so may not be there yet. */
  const focus = () => {
    if (input.current) input.current.focus()
    else isFocusWanted.current = true
  }
  const renew = async () => {
    setCode('')
    const fetched = await fetchCaptcha(scene)
    setShown(fetched)
    setError('')
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
