import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import { consumeCode } from '../../services/identity/codes.ts'
import {
  type CaptchaAnswer,
  forgetFailures,
  inLine,
  throttle,
  throttleCode,
} from '../../services/limits/loginThrottle.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../services/identity/passwords.ts'
import { type Person, personNamed } from '../../services/directory/people.ts'
import { signIn, requireFirm } from '../../services/identity/signIn.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

type Guess = CaptchaAnswer & { population: 1 | 2; name: string; password: string; remember: 0 | 1 }

/** Who signs in stands in line for being looked up, and once more for his attempt. */
const whoSignsIn = (context: PublicContext, population: 1 | 2, name: string) =>
  inLine(context, async () => {
    const { settings } = await requireFirm(context)
    const { database, firmId } = context
    return { settings, person: await database.read(firmId, db => personNamed(db, firmId, population, name)) }
  })

/** Another sign-in may hash the same password anew meanwhile: what is stored then is looked at once more. */
const enterByPassword = async (
  context: PublicContext,
  person: Person | null,
  { population, name, password, remember }: Guess,
  isAgain = false,
): ReturnType<typeof signIn> => {
  if (!(await verifyPassword(person?.passwordHash ?? null, password)) || !person) return null
  const answer = await signIn(context, {
    person,
    proof: 'password',
    isRemembered: remember === 1,
    passwordHash: isOutdated(person.passwordHash ?? '') ? await hashPassword(password) : undefined,
  })
  if (answer || isAgain) return answer
  const { database, firmId } = context
  const current = await database.read(firmId, db => personNamed(db, firmId, population, name))
  return enterByPassword(context, current, { population, name, password, remember }, true)
}

const byPassword = async (context: PublicContext, guess: Guess) => {
  const { population, name, codeId, code } = guess
  const { settings, person } = await whoSignsIn(context, population, name)
  if (population === 2 && settings.passwordLogin === 0) throw new ApiError('4031')
  return throttle(context, {
    population,
    name,
    person,
    captcha: { when: settings.captcha, answer: { codeId, code } },
    refusal: new ApiError('4001'),
    prove: () => enterByPassword(context, person, guess),
  })
}

type SmsGuess = { name: string; smsId: string; smsCode: string; remember: 0 | 1 }

const bySms = async (context: PublicContext, { name, smsId, smsCode, remember }: SmsGuess) => {
  const { database, firmId, now } = context
  const { settings, person } = await whoSignsIn(context, 2, name)
  if (settings.smsLogin === 0) throw new ApiError('4031')
  return throttleCode(context, {
    population: 2,
    name,
    person,
    refusal: new ApiError('4002'),
    prove: async () => {
      const use = {
        kind: 'sms',
        firmId,
        purposes: ['login'],
        subject: name,
        id: smsId,
        code: smsCode,
      } as const
      if ((await consumeCode(database, use, now)) === null || !person) return null
      const answer = await signIn(context, { person, proof: 'code', isRemembered: remember === 1 })
      if (answer) await forgetFailures(context, person)
      return answer
    },
  })
}

export const firmAccessUserLogin = (
  { account, ...rest }: Input<'firmAccessUserLogin'>,
  context: PublicContext,
) => byPassword(context, { ...rest, population: 1, name: account })

export const lawyerLogin = (
  { mobile, password, smsId, smsCode, remember, codeId, code }: Input<'lawyerLogin'>,
  context: PublicContext,
) => {
  if (smsId && smsCode) return bySms(context, { name: mobile, smsId, smsCode, remember })
  if (!password) throw invalid({ password: '请输入密码' })
  return byPassword(context, { population: 2, name: mobile, password, remember, codeId, code })
}
