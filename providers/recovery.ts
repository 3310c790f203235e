import type { Population } from '../resources/domain/role.ts'
import { textAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import type { CaptchaAnswer } from './proofs.ts'
import { send } from './request.ts'
import { signInBy } from './signIn.ts'

/** The account whose password was forgotten. One mobile number may have an account in each population. */
export type AccountOwner = { userType: Population; account: string }

/** Sets a new password. The ticket proves an SMS code or the answer to the security question. */
export const resetPassword = (input: { ticket: string; userType: Population; newPassword: string }) =>
  send(bootstrapCalls.password, input)

/** Returns the owner's security question; the server also sends a code to his mobile number. */
export const askQuestion = async (owner: AccountOwner, captcha: CaptchaAnswer) => {
  const response = await send(bootstrapCalls.loginByQuestion, { ...owner, ...captcha })
  return { ticket: textAt(response, 'ticket'), question: textAt(response, 'question') }
}

type Answer = { ticket: string; answer: string; smsCode: string; newPassword: string }

/** Sends the answer, the SMS code and the new password together (promise Q09), and signs the owner in. */
export const answerQuestion = (owner: AccountOwner, answer: Answer) =>
  signInBy(bootstrapCalls.loginByQuestion, answer, { ...owner, isRemembered: false })
