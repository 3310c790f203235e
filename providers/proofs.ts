import { textAt, valueAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'

// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

/** The purpose of a captcha; the server accepts it for no other. */
export type CaptchaScene = 'login' | 'register' | 'forgot'
/** A picture captcha as a data URL, with the id that its answer must name. */
export type Captcha = { codeId: string; image: string }
/** The answer to a captcha, as calls accept it. */
export type CaptchaAnswer = { codeId: string; code: string }

/** Fetches a new captcha; its answer is valid for one call. */
export const fetchCaptcha = async (scene: CaptchaScene): Promise<Captcha> => {
  const answer = await send(bootstrapCalls.captcha, { scene })
  return { codeId: textAt(answer, 'codeId'), image: textAt(answer, 'image') }
}

/** The purpose of an SMS code; the server accepts it for no other. */
export type SmsScene = 'login' | 'register' | 'forgot' | 'changeMobile'
/** A sent SMS code: mobile number, id, and the seconds until another may be requested. */
export type SentSmsCode = { mobile: string; smsId: string; resendIn: number }
type CodeRequest = { mobile: string } & Partial<CaptchaAnswer>

/** Sends an SMS code. Registration has a call of its own, which a firm closes together with registration. */
export const sendSmsCode = async (scene: SmsScene, request: CodeRequest): Promise<SentSmsCode> => {
  const answer = await (scene === 'register'
    ? send(bootstrapCalls.registerCode, request)
    : send(bootstrapCalls.smsCode, { ...request, scene }))
  return {
    mobile: request.mobile,
    smsId: textAt(answer, 'smsId'),
    resendIn: Number(valueAt(answer, 'resendIn')) || 60,
  }
}

/** Checks an SMS code and returns the ticket that proves it; rejects with a `CallError` if it is wrong. */
export const checkSmsCode = async (proof: { mobile: string; smsId: string; smsCode: string }) =>
  textAt(await send(bootstrapCalls.checkSmsCode, proof), 'ticket')
