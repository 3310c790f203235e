import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { maskMiddle } from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import type { SignOnAnswer, SignOnIdentity, SignOnSettings } from '../../context/services.ts'
import { contactsOfFirm } from '../../services/directory/contacts.ts'
import { type AccountHolder, findPersonById } from '../../services/directory/people.ts'
import { requireFirm, signIn } from '../../services/identity/signIn.ts'
import {
  beginSignOn,
  checkSignOnPage,
  consumeSignOn,
  idOfIdentity,
  type SignOnAttempt,
} from '../../services/identity/signOn.ts'
import { ProviderError } from '../../services/integrations/provider.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { inLookUpQueue, resetFailures, throttleCode } from '../../services/limits/loginThrottle.ts'
import { signOnSettings } from '../../services/settings/signOn.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

/** Each attempt may keep a connection to the provider busy for seconds. */
const attemptLimit = { most: 60, windowMs: 60_000 }

/** The settings of the way, read before the provider is asked; throws where the firm does not offer it. */
const requireWay = async (context: PublicContext, attempt: SignOnAttempt): Promise<SignOnSettings> => {
  const { database, firmId, ip, now } = context
  await limitRate(database, `signOn:${networkOf(ip)}`, attemptLimit, now)
  const settings = await inLookUpQueue(context, async () => {
    await requireFirm(context)
    return database.read(firmId, db => signOnSettings(db, firmId, attempt))
  })
  if (!settings) throw new ApiError('4031', '律所没有开启这种登录方式，请改用其他方式登录')
  checkSignOnPage(attempt.page, context)
  return settings
}

export const startSignOn = async ({ inApp, ...attempt }: Input<'startSignOn'>, context: PublicContext) => {
  const settings = await requireWay(context, attempt)
  const { browser, request, expireIn } = await beginSignOn(context, attempt)
  const url = await context.services.signOn.address(settings, { ...request, isInApp: inApp === 1 })
  return { url, state: request.state, browser, expireIn }
}

const expired = () => new ApiError('4091', '登录已过期或已使用，请重新登录')

const identityFrom = async ({ services }: PublicContext, settings: SignOnSettings, answer: SignOnAnswer) => {
  try {
    return await services.signOn.identity(settings, answer)
  } catch (error) {
    if (error instanceof ProviderError) throw new ApiError('4091', error.reason)
    throw error
  }
}

const several = () =>
  new ApiError('4092', '您的身份对应本所的多个账号，无法确定是哪一个，请联系管理员核对手机号、邮箱或工号')

/** Whom to ask is told at once, since the provider has vouched for the person. */
const unknownIdentity = async (
  { database, firmId }: PublicContext,
  userType: 1 | 2,
  identity: SignOnIdentity | null,
) => {
  const contacts = await database.read(firmId, db => contactsOfFirm(db, firmId))
  const unknownText =
    userType === 1
      ? '本所没有与您的身份对应的管理员账号，请联系管理员'
      : '本所没有与您的身份对应的律师账号，请联系管理员'
  const message = identity ? unknownText : '身份平台没有提供可用于登录的身份，请联系管理员'
  return new ApiError('4001', message, { contacts, identity: identity ? maskMiddle(identity.value) : '' })
}

const findSignOnPerson = async (
  context: PublicContext,
  userType: 1 | 2,
  identity: SignOnIdentity | null,
): Promise<AccountHolder | null> => {
  const { database, firmId } = context
  if (!identity) return null
  return inLookUpQueue(context, () =>
    database.read(firmId, async db => {
      const id = await idOfIdentity(db, firmId, userType, identity)
      if (id === 'several') throw several()
      return id === null ? null : findPersonById(db, { firmId, population: userType, id })
    }),
  )
}

/**
 * Signs in whom the provider names. The second factor that the firm demands, or that the person has set up, is asked
 * for as after a password: the firm cannot know what the provider has asked.
 */
export const loginBySignOn = async (input: Input<'loginBySignOn'>, context: PublicContext) => {
  const { state, browser, code, iss, remember, ...attempt } = input
  const { userType } = attempt
  const settings = await requireWay(context, attempt)
  const request = await consumeSignOn(context, attempt, { state, browser })
  if (!request) throw expired()
  const identity = await identityFrom(context, settings, { ...request, code, iss })
  const person = await findSignOnPerson(context, userType, identity)
  return throttleCode(context, {
    population: userType,
    name: identity?.value ?? '单点登录',
    person,
    refusal: person ? expired() : await unknownIdentity(context, userType, identity),
    prove: async () => {
      if (!person || !identity) return null
      const answer = await signIn(context, {
        person,
        proof: attempt.way,
        isRemembered: remember === 1,
        also: async db => {
          // The person may have got another mobile, address or number since.
          if ((await idOfIdentity(db, context.firmId, userType, identity)) !== person.id) throw expired()
        },
      })
      if (answer) await resetFailures(context, person)
      return answer
    },
  })
}
