import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { Caller, PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { lifetimeSeconds, insertCode, prepareCode, sixDigits } from './codes.ts'
import { countWithin, networkOf } from '../limits/counters.ts'
import { findPersonByName } from '../directory/people.ts'
import { enqueueTextMessage } from '../integrations/textMessages.ts'
import type { FirmForSignIn } from './loginSettings.ts'
import { phraseIn } from '../settings/languages.ts'

type Scene = z.output<typeof session.calls.queryCode.input>['scene']

const secondMs = 1_000
const hourMs = 3_600 * secondMs
const mobileLimits = [
  { name: 'minute', most: 1, windowMs: 60 * secondMs },
  { name: 'hour', most: 5, windowMs: hourMs },
  { name: 'day', most: 10, windowMs: 24 * hourMs },
]
const networkLimit = { most: 30, windowMs: 24 * hourMs }
/** Messages that a firm may send in a day, in total. */
const firmLimit = { most: 1_000, windowMs: 24 * hourMs }

const countForMobile = async (db: Db, { firmId, now }: PublicContext, who: string) => {
  for (const { name, ...limit } of mobileLimits)
    await countWithin(db, `sms:${firmId}:${who}:${name}`, limit, now)
}

/**
 * Counts one more message to a mobile; false instead of an error when the limit is reached, for calls whose
 * answer must not reveal it.
 */
export const tryCountSms = (context: PublicContext, mobile: string) =>
  context.database
    .write(null, db => countForMobile(db, context, mobile))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === '4290') return false
        throw error
      },
    )

/**
 * Counts a message by all limits in the caller's transaction: a refusal by one limit also takes back the
 * other counts.
 */
export const countSms = async (db: Db, context: PublicContext, who: string) => {
  const { firmId, ip, now } = context
  await countForMobile(db, context, who)
  await countWithin(db, `sms:${networkOf(ip)}`, networkLimit, now)
  await countWithin(db, `sms:${firmId}`, firmLimit, now)
}

/** A code for the caller's own new number is also bound to the caller. */
export const purposeOf = (scene: Scene, caller: Caller | null) =>
  scene === 'changeMobile' && caller ? `${scene}:${caller.population}:${caller.id}` : scene

/**
 * Whether a message is really sent. The answer of the call is the same in both cases, since it must not
 * reveal who has an account.
 */
const isOwnedNumber = async (db: Db, firmId: number, scene: Scene, mobile: string): Promise<boolean> => {
  if (scene === 'register' || scene === 'changeMobile') return true
  const [lawyer, admin] = [
    await findPersonByName(db, firmId, 2, mobile),
    await findPersonByName(db, firmId, 1, mobile),
  ]
  return scene === 'login' ? lawyer !== null : lawyer !== null || admin?.mobile === mobile
}

type CodeMessage = {
  codeId: string
  mobile: string
  digits: string
  /** The Chinese text with the placeholders `shortName` and `digits`. */
  words: string
  isSent: boolean
}

/**
 * Enqueues a job that sends the code after the transaction of `db`. A code that is not to be sent costs the
 * same statements, and its job finds nothing to send, so that neither the answer nor its time reveals the
 * difference.
 */
export const enqueueCodeMessage = (
  db: Db,
  { firmId, language, now }: Pick<PublicContext, 'firmId' | 'language' | 'now'>,
  shortName: string,
  { codeId, mobile, digits, words: template, isSent }: CodeMessage,
): Promise<void> => {
  const text = phraseIn(language, template, { shortName, digits })
  const content = isSent ? { text, value: digits } : null
  return enqueueTextMessage(db, { firmId, codeId, mobile, createdAt: now, content })
}

/**
 * Stores a code, has it sent and returns its id; for an unknown number, the id of a code that is sent
 * nowhere. The call does not wait for the provider.
 */
export const sendCode = async (
  context: PublicContext,
  firm: Pick<FirmForSignIn, 'shortName' | 'sms'>,
  scene: Scene,
  mobile: string,
) => {
  const { database, services, firmId, caller, now } = context
  if (!services.sms.isOn(firm.sms, 'code'))
    throw new ApiError('5030', '短信服务未开通，请使用密码登录或联系管理员')
  const digits = sixDigits()
  const purpose = purposeOf(scene, caller)
  const code = await prepareCode(database, { kind: 'sms', firmId, purpose, subject: mobile }, digits)
  await database.write(firmId, async db => {
    await countSms(db, context, mobile)
    const isSent = await isOwnedNumber(db, firmId, scene, mobile)
    await insertCode(db, code, now)
    const template = '【%{shortName}】验证码%{digits}，5分钟内有效，请勿告诉他人。'
    await enqueueCodeMessage(db, context, firm.shortName, {
      codeId: code.id,
      mobile,
      digits,
      words: template,
      isSent,
    })
  })
  return { smsId: code.id, resendIn: 60, expireIn: lifetimeSeconds('sms') }
}
