import { useRef, useState } from 'react'

import { retryAfterOf, wantsCaptcha } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { type CaptchaScene, type SentCode, type SmsScene, sendSmsCode } from '../../../providers/proofs.ts'
import { useCaptcha } from './useCaptcha.ts'
import { useCountdown } from './useCountdown.ts'

type Options = {
  scene: SmsScene
  /** The number that the code goes to; null after the form has said what is wrong with it. */
  readMobile: () => string | null | Promise<string | null>
  onWrongMobile: (sentence: string) => void
  /** Why no message will be sent; an empty sentence once one was accepted. */
  onError: (sentence: string) => void
  sentenceOf: (error: unknown) => string
  focusCode: () => void
}

/** Before anybody has signed in each message costs a captcha; later it is asked for when the server wants one. */
const captchas: Record<SmsScene, { scene: CaptchaScene; isFirst: boolean }> = {
  login: { scene: 'login', isFirst: true },
  register: { scene: 'register', isFirst: true },
  forgot: { scene: 'forgot', isFirst: true },
  changeMobile: { scene: 'forgot', isFirst: false },
}

/** Whether a code goes to any number; the others go to those of accounts only, and nobody is told which they are. */
const isForAnybody: Record<SmsScene, boolean> = {
  login: false,
  register: true,
  forgot: false,
  changeMobile: true,
}

const wrongMobileIn = (error: unknown) =>
  error instanceof CallError ? error.body.errors?.['mobile'] : undefined

/** Asks for a code by SMS to the number of a form, and knows for which number the last one was asked. */
export const useSmsCode = ({ scene, ...options }: Options) => {
  const { readMobile, onWrongMobile, onError, sentenceOf, focusCode } = options
  const captcha = useCaptcha(captchas[scene].scene)
  const { left, start } = useCountdown()
  const [sent, setSent] = useState<SentCode | null>(null)
  const isSending = useRef(false)

  const refuse = async (error: unknown) => {
    const wrongMobile = wrongMobileIn(error)
    if (wrongMobile) return onWrongMobile(wrongMobile)
    start(retryAfterOf(error))
    const sentence = sentenceOf(error)
    if (wantsCaptcha(error)) return captcha.refuse(sentence)
    // Used up, whatever was said against the message.
    captcha.hide()
    onError(sentence)
  }
  const send = async () => {
    const mobile = await readMobile()
    if (mobile === null) return
    if (captchas[scene].isFirst && !captcha.isShown) return captcha.renew().then(captcha.focus)
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
    if (isSending.current || left > 0) return
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
    left,
    sent,
    isForAnybody: isForAnybody[scene],
    /** Called when the captcha could not be fetched. */
    onCaptchaFailure: (error: unknown) => onError(sentenceOf(error)),
    /** The handle that is sent along with the code; null when none was asked for this number. */
    smsIdFor: (mobile: string) => (sent?.mobile === mobile ? sent.smsId : null),
  }
}

export type SmsCodeState = ReturnType<typeof useSmsCode>
