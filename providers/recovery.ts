import type { Population } from '../resources/domain/role.ts'
import { textAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import type { CaptchaAnswer } from './proofs.ts'
import { send } from './request.ts'
import { enterBy } from './signIn.ts'

/** Whose password was forgotten; one mobile may have an account of each population. */
export type Owner = { userType: Population; account: string }

/** Sets a new password by the ticket that a code or an answer has earned. */
export const resetPassword = (input: { ticket: string; userType: Population; newPassword: string }) =>
  send(bootstrapCalls.password, input)

/** The owner's security question; a code goes to the mobile beside it. */
export const askQuestion = async (owner: Owner, captcha: CaptchaAnswer) => {
  const asked = await send(bootstrapCalls.loginByQuestion, { ...owner, ...captcha })
  return { ticket: textAt(asked, 'ticket'), question: textAt(asked, 'question') }
}

type Answer = { ticket: string; answer: string; smsCode: string; newPassword: string }

/** Answer, code and new password at once (promise Q09); signs the owner in. */
export const answerQuestion = (owner: Owner, answer: Answer) =>
  enterBy(bootstrapCalls.loginByQuestion, answer, { ...owner, isRemembered: false })
