import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { Caller, PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { expireIn, insertCode, prepareCode, sixDigits } from './codes.ts'
import { countWithin, networkOf } from '../limits/counters.ts'
import { personNamed } from '../directory/people.ts'
import { enqueueTextMessage } from '../integrations/textMessages.ts'
import type { FirmForSignIn } from './loginSettings.ts'
import { sayIn } from '../settings/languages.ts'

type Scene = z.output<typeof session.calls.queryCode.input>['scene']

const second = 1_000
const hour = 3_600 * second
const perMobile = [
  { name: 'minute', most: 1, windowMs: 60 * second },
  { name: 'hour', most: 5, windowMs: hour },
  { name: 'day', most: 10, windowMs: 24 * hour },
]
const perNetwork = { most: 30, windowMs: 24 * hour }
/** What a firm may spend in a day, whoever asks. */
const perFirm = { most: 1_000, windowMs: 24 * hour }

const countFor = async (db: Db, { firmId, now }: PublicContext, who: string) => {
  for (const { name, ...limit } of perMobile)
    await countWithin(db, `sms:${firmId}:${who}:${name}`, limit, now)
}

/** Whether a mobile may have one more message, which is counted then; for calls whose answer must not say so. */
export const mayReceive = (context: PublicContext, mobile: string) =>
  context.database
    .write(null, db => countFor(db, context, mobile))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === '4290') return false
        throw error
      },
    )

/** All limits in the caller's transaction: a refusal by one takes back what the others counted. */
export const countSms = async (db: Db, context: PublicContext, who: string) => {
  const { firmId, ip, now } = context
  await countFor(db, context, who)
  await countWithin(db, `sms:${networkOf(ip)}`, perNetwork, now)
  await countWithin(db, `sms:${firmId}`, perFirm, now)
}

/** A person's own new number is bound to the person too. */
export const purposeOf = (scene: Scene, caller: Caller | null) =>
  scene === 'changeMobile' && caller ? `${scene}:${caller.population}:${caller.id}` : scene

/** Whether a message goes out. The answer is the same, since it must not say who has an account. */
const isMeant = async (db: Db, firmId: number, scene: Scene, mobile: string): Promise<boolean> => {
  if (scene === 'register' || scene === 'changeMobile') return true
  const [lawyer, admin] = [await personNamed(db, firmId, 2, mobile), await personNamed(db, firmId, 1, mobile)]
  return scene === 'login' ? lawyer !== null : lawyer !== null || admin?.mobile === mobile
}

type CodeMessage = {
  codeId: string
  mobile: string
  digits: string
  /** The Chinese text with `shortName` and `digits`. */
  words: string
  isSent: boolean
}

/**
 * Has a code sent after the transaction of `db`. One that is not to be sent costs the same statements, and its job finds
 * nothing to send: neither the answer nor its time says which it was.
 */
export const enqueueCodeMessage = (
  db: Db,
  { firmId, language, now }: Pick<PublicContext, 'firmId' | 'language' | 'now'>,
  shortName: string,
  { codeId, mobile, digits, words, isSent }: CodeMessage,
): Promise<void> => {
  const text = sayIn(language, words, { shortName, digits })
  const content = isSent ? { text, value: digits } : null
  return enqueueTextMessage(db, { firmId, codeId, mobile, createdAt: now, content })
}

/**
 * Stores a code and has it sent, and answers its id; for a number that is nobody's, the id of a code that goes nowhere. Nobody
 * waits for the provider.
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
    const isSent = await isMeant(db, firmId, scene, mobile)
    await insertCode(db, code, now)
    const words = '【%{shortName}】验证码%{digits}，5分钟内有效，请勿告诉他人。'
    await enqueueCodeMessage(db, context, firm.shortName, { codeId: code.id, mobile, digits, words, isSent })
  })
  return { smsId: code.id, resendIn: 60, expireIn: expireIn('sms') }
}
