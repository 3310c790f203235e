import { useRef, useState } from 'react'

import { retryAfterOf, wantsCaptcha } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { type CaptchaScene, type SentSmsCode, type SmsScene, sendSmsCode } from '../../../providers/proofs.ts'
import { useCaptcha } from './useCaptcha.ts'
import { useCountdown } from './useCountdown.ts'

type Options = {
  scene: SmsScene
  /** The validated mobile number; null after the form has shown an error. */
  readMobile: () => string | null | Promise<string | null>
  onWrongMobile: (sentence: string) => void
  /** Shows why no code was sent; called with an empty text after a request was accepted. */
  onError: (sentence: string) => void
  sentenceOf: (error: unknown) => string
  focusCode: () => void
}

/** Captcha of each scene. Before sign-in a code always requires one; afterwards only if the server asks for it. */
const captchaOfScene: Record<SmsScene, { scene: CaptchaScene; isFirst: boolean }> = {
  login: { scene: 'login', isFirst: true },
  register: { scene: 'register', isFirst: true },
  forgot: { scene: 'forgot', isFirst: true },
  changeMobile: { scene: 'forgot', isFirst: false },
}

/**
 * Whether codes are sent to any number. Otherwise only numbers with an account get one, and the answer does not tell
 * which.
 */
const sendsToAnyNumber: Record<SmsScene, boolean> = {
  login: false,
  register: true,
  forgot: false,
  changeMobile: true,
}

const wrongMobileIn = (error: unknown) =>
  error instanceof CallError ? error.body.errors?.['mobile'] : undefined

/** Requests SMS codes for the mobile number of a form, and remembers for which number the last one was requested. */
export const useSmsCode = ({ scene, ...options }: Options) => {
  const { readMobile, onWrongMobile, onError, sentenceOf, focusCode } = options
  const captcha = useCaptcha(captchaOfScene[scene].scene)
  const { secondsLeft, start } = useCountdown()
  const [sent, setSent] = useState<SentSmsCode | null>(null)
  const isSending = useRef(false)

  const refuse = async (error: unknown) => {
    const wrongMobile = wrongMobileIn(error)
    if (wrongMobile) return onWrongMobile(wrongMobile)
    start(retryAfterOf(error))
    const sentence = sentenceOf(error)
    if (wantsCaptcha(error)) return captcha.refuse(sentence)
    // The server has used up the captcha, even though it refused the request for another reason.
    captcha.hide()
    onError(sentence)
  }
  const send = async () => {
    const mobile = await readMobile()
    if (mobile === null) return
    if (captchaOfScene[scene].isFirst && !captcha.isShown) return captcha.renew().then(captcha.focus)
    const answer = captcha.isShown ? captcha.read() : {}
    if (!answer) return
    try {
      const code = await sendSmsCode(scene, { mobile, ...answer })
      setSent(code)
      captcha.hide()
      onError('')
      start(code.resendIn)
      focusCode()
    } catch (error) {
      await refuse(error)
    }
  }
  const ask = () => {
    if (isSending.current || secondsLeft > 0) return
    isSending.current = true
    send()
      .catch((error: unknown) => onError(sentenceOf(error)))
      .finally(() => {
        isSending.current = false
      })
  }
  return {
    ask,
    captcha,
    secondsLeft,
    sent,
    isForAnybody: sendsToAnyNumber[scene],
    /** Called when the captcha could not be fetched. */
    onCaptchaFailure: (error: unknown) => onError(sentenceOf(error)),
    /** Id of the requested code, to be sent along with it; null if none was requested for this number. */
    smsIdFor: (mobile: string) => (sent?.mobile === mobile ? sent.smsId : null),
  }
}

export type SmsCodeState = ReturnType<typeof useSmsCode>
