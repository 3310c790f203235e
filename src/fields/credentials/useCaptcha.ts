import { useCallback, useRef, useState } from 'react'

import {
  type Captcha,
  type CaptchaAnswer,
  type CaptchaScene,
  fetchCaptcha,
} from '../../../providers/proofs.ts'

const missingCodeMessage = '请输入图片中的验证码'

/**
 * State of a captcha: hidden until it is needed, and renewed after each use, because the server accepts a captcha
 * once.
 */
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
  /** Focuses the input, or marks it to be focused once it is rendered together with the picture. */
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
  /** The captcha's id and code for a request; null, with an error shown, if the code is missing. */
  const read = (): CaptchaAnswer | null => {
    if (shown && code.trim()) return { codeId: shown.codeId, code: code.trim() }
    setError(missingCodeMessage)
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
