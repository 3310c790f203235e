import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import { consumeCode } from '../../services/identity/codes.ts'
import {
  type CaptchaProof,
  forgetFailures,
  inLine,
  throttle,
  throttleCode,
} from '../../services/limits/loginThrottle.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../services/identity/passwords.ts'
import { type AccountHolder, findPersonByName } from '../../services/directory/people.ts'
import { findChallenge, consumeChallenge } from '../../services/identity/challenge.ts'
import { prepareFactorCode } from '../../services/identity/secondFactor.ts'
import { signIn, requireFirm, SecondFactorRequired } from '../../services/identity/signIn.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

type Guess = CaptchaProof & { population: 1 | 2; name: string; password: string; remember: 0 | 1 }

/** Who signs in stands in line for being looked up, and once more for his attempt. */
const whoSignsIn = (context: PublicContext, population: 1 | 2, name: string) =>
  inLine(context, async () => {
    const { settings } = await requireFirm(context)
    const { database, firmId } = context
    return {
      settings,
      person: await database.read(firmId, db => findPersonByName(db, firmId, population, name)),
    }
  })

/** Another sign-in may hash the same password anew meanwhile: what is stored then is looked at once more. */
const enterByPassword = async (
  context: PublicContext,
  person: AccountHolder | null,
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
  const current = await database.read(firmId, db => findPersonByName(db, firmId, population, name))
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

/** The second proof, counted with the passwords of the person; a recovery code takes the place of the app. */
export const loginByFactor = async (
  { challenge, ...given }: Input<'loginByFactor'>,
  context: PublicContext,
) => {
  const { database, firmId, now } = context
  if ((given.code === undefined) === (given.recoveryCode === undefined))
    throw invalid({ code: '请输入验证码或恢复码' })
  const found = await inLine(context, () =>
    database.read(firmId, db => findChallenge(db, context, challenge)),
  )
  const isOver = () => new ApiError('4091', '验证已过期，请重新登录')
  if (!found) throw isOver()
  const { person, isRemembered, subject } = found
  const consumeFactor = await prepareFactorCode(database, { firmId, ...person }, given, now)
  return throttle(context, {
    population: person.population,
    name: person.account,
    person,
    refusal: new ApiError('4002', given.code === undefined ? '恢复码不正确或已使用' : '验证码不正确或已使用'),
    prove: () =>
      signIn(context, {
        person,
        proof: 'password',
        isRemembered,
        consumeFactor,
        also: async db => {
          if (!(await consumeChallenge(db, context, challenge, subject))) throw isOver()
        },
      }),
  })
}

/** `totp` is the code of the app beside the password, as the specification has it: both steps in one call. */
export const firmAccessUserLogin = async (
  { account, totp, ...rest }: Input<'firmAccessUserLogin'>,
  context: PublicContext,
) => {
  try {
    return await byPassword(context, { ...rest, population: 1, name: account })
  } catch (error) {
    if (!(error instanceof SecondFactorRequired) || !totp) throw error
    return loginByFactor({ challenge: error.challenge, code: totp }, context)
  }
}

export const lawyerLogin = (
  { mobile, password, smsId, smsCode, remember, codeId, code }: Input<'lawyerLogin'>,
  context: PublicContext,
) => {
  if (smsId && smsCode) return bySms(context, { name: mobile, smsId, smsCode, remember })
  if (!password) throw invalid({ password: '请输入密码' })
  return byPassword(context, { population: 2, name: mobile, password, remember, codeId, code })
}
