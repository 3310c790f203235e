import { textAt, valueAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'

// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

/** What a captcha or a code is asked for; the server accepts it for nothing else. */
export type CaptchaScene = 'login' | 'register' | 'forgot'
/** A picture captcha, as a data URL, with the handle by which it is answered. */
export type Captcha = { codeId: string; image: string }
/** What a call is sent along with the captcha. */
export type CaptchaAnswer = { codeId: string; code: string }

/** Fetches another picture; its answer can be used for one call. */
export const fetchCaptcha = async (scene: CaptchaScene): Promise<Captcha> => {
  const answer = await send(bootstrapCalls.captcha, { scene })
  return { codeId: textAt(answer, 'codeId'), image: textAt(answer, 'image') }
}

/** What a code by SMS is asked for; the server accepts it for nothing else. */
export type SmsScene = 'login' | 'register' | 'forgot' | 'changeMobile'
/** Where a code went, its handle, and the seconds until another may be asked for. */
export type SentCode = { mobile: string; smsId: string; resendIn: number }
type CodeRequest = { mobile: string } & Partial<CaptchaAnswer>

/** Registration has a call of its own for it, which a firm closes together with registration. */
export const sendSmsCode = async (scene: SmsScene, request: CodeRequest): Promise<SentCode> => {
  const answer = await (scene === 'register'
    ? send(bootstrapCalls.registerCode, request)
    : send(bootstrapCalls.smsCode, { ...request, scene }))
  return {
    mobile: request.mobile,
    smsId: textAt(answer, 'smsId'),
    resendIn: Number(valueAt(answer, 'resendIn')) || 60,
  }
}

/** The ticket that a right code becomes. */
export const checkSmsCode = async (proof: { mobile: string; smsId: string; smsCode: string }) =>
  textAt(await send(bootstrapCalls.checkSmsCode, proof), 'ticket')
