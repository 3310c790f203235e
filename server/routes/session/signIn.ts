import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import { consumeCode } from '../../services/identity/codes.ts'
import {
  type CaptchaProof,
  resetFailures,
  inLookUpQueue,
  throttlePassword,
  throttleCode,
} from '../../services/limits/loginThrottle.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../services/identity/passwords.ts'
import { type AccountHolder, findPersonByName } from '../../services/directory/people.ts'
import { findChallenge, consumeChallenge } from '../../services/identity/challenge.ts'
import { prepareFactorCode } from '../../services/identity/secondFactor.ts'
import { signIn, requireFirm, SecondFactorRequired } from '../../services/identity/signIn.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

type PasswordGuess = CaptchaProof & { population: 1 | 2; name: string; password: string; remember: 0 | 1 }

/**
 * Looks up the person and the firm's settings. A sign-in waits in the queue for this look-up, and again for
 * its attempt.
 */
const findSignInPerson = (context: PublicContext, population: 1 | 2, name: string) =>
  inLookUpQueue(context, async () => {
    const { settings } = await requireFirm(context)
    const { database, firmId } = context
    return {
      settings,
      person: await database.read(firmId, db => findPersonByName(db, firmId, population, name)),
    }
  })

/**
 * If a concurrent sign-in has renewed the hash of the same password meanwhile, the attempt is repeated once
 * with the stored hash.
 */
const signInByPassword = async (
  context: PublicContext,
  person: AccountHolder | null,
  { population, name, password, remember }: PasswordGuess,
  isRetry = false,
): ReturnType<typeof signIn> => {
  if (!(await verifyPassword(person?.passwordHash ?? null, password)) || !person) return null
  const answer = await signIn(context, {
    person,
    proof: 'password',
    isRemembered: remember === 1,
    passwordHash: isOutdated(person.passwordHash ?? '') ? await hashPassword(password) : undefined,
  })
  if (answer || isRetry) return answer
  const { database, firmId } = context
  const current = await database.read(firmId, db => findPersonByName(db, firmId, population, name))
  return signInByPassword(context, current, { population, name, password, remember }, true)
}

const passwordSignIn = async (context: PublicContext, guess: PasswordGuess) => {
  const { population, name, codeId, code } = guess
  const { settings, person } = await findSignInPerson(context, population, name)
  if (population === 2 && settings.passwordLogin === 0) throw new ApiError('4031')
  return throttlePassword(context, {
    population,
    name,
    person,
    captcha: { when: settings.captcha, answer: { codeId, code } },
    refusal: new ApiError('4001'),
    prove: () => signInByPassword(context, person, guess),
  })
}

type SmsGuess = { name: string; smsId: string; smsCode: string; remember: 0 | 1 }

const smsSignIn = async (context: PublicContext, { name, smsId, smsCode, remember }: SmsGuess) => {
  const { database, firmId, now } = context
  const { settings, person } = await findSignInPerson(context, 2, name)
  if (settings.smsLogin === 0) throw new ApiError('4031')
  return throttleCode(context, {
    population: 2,
    name,
    person,
    refusal: new ApiError('4002'),
    prove: async () => {
      const codeUse = {
        kind: 'sms',
        firmId,
        purposes: ['login'],
        subject: name,
        id: smsId,
        code: smsCode,
      } as const
      if ((await consumeCode(database, codeUse, now)) === null || !person) return null
      const answer = await signIn(context, { person, proof: 'code', isRemembered: remember === 1 })
      if (answer) await resetFailures(context, person)
      return answer
    },
  })
}

/**
 * Checks the second factor, counted together with the person's passwords; a recovery code may replace the
 * app's code.
 */
export const loginByFactor = async (
  { challenge, ...factorCode }: Input<'loginByFactor'>,
  context: PublicContext,
) => {
  const { database, firmId, now } = context
  if ((factorCode.code === undefined) === (factorCode.recoveryCode === undefined))
    throw invalid({ code: '请输入验证码或恢复码' })
  const challenged = await inLookUpQueue(context, () =>
    database.read(firmId, db => findChallenge(db, context, challenge)),
  )
  const challengeExpired = () => new ApiError('4091', '验证已过期，请重新登录')
  if (!challenged) throw challengeExpired()
  const { person, isRemembered, subject } = challenged
  const consumeFactor = await prepareFactorCode(database, { firmId, ...person }, factorCode, now)
  return throttlePassword(context, {
    population: person.population,
    name: person.account,
    person,
    refusal: new ApiError(
      '4002',
      factorCode.code === undefined ? '恢复码不正确或已使用' : '验证码不正确或已使用',
    ),
    prove: () =>
      signIn(context, {
        person,
        proof: 'password',
        isRemembered,
        consumeFactor,
        also: async db => {
          if (!(await consumeChallenge(db, context, challenge, subject))) throw challengeExpired()
        },
      }),
  })
}

/**
 * `totp` is the app's code sent together with the password, as the specification has it: both steps in one
 * call.
 */
export const firmAccessUserLogin = async (
  { account, totp, ...rest }: Input<'firmAccessUserLogin'>,
  context: PublicContext,
) => {
  try {
    return await passwordSignIn(context, { ...rest, population: 1, name: account })
  } catch (error) {
    if (!(error instanceof SecondFactorRequired) || !totp) throw error
    return loginByFactor({ challenge: error.challenge, code: totp }, context)
  }
}

export const lawyerLogin = (
  { mobile, password, smsId, smsCode, remember, codeId, code }: Input<'lawyerLogin'>,
  context: PublicContext,
) => {
  if (smsId && smsCode) return smsSignIn(context, { name: mobile, smsId, smsCode, remember })
  if (!password) throw invalid({ password: '请输入密码' })
  return passwordSignIn(context, { population: 2, name: mobile, password, remember, codeId, code })
}
