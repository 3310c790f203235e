import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import type { Caller, PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { decoyHandle, expireIn, storeCode, sixDigits } from './codes.ts'
import { countWithin, networkOf } from '../limits/counters.ts'
import { personNamed } from '../directory/people.ts'
import { requireFirm } from './signIn.ts'
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

/** All limits in one transaction: a refusal by one takes back what the others counted. */
export const countSms = (context: PublicContext, who: string) =>
  context.database.write(null, db => countSmsIn(db, context, who))

export const countSmsIn = async (db: Db, context: PublicContext, who: string) => {
  const { firmId, ip, now } = context
  await countFor(db, context, who)
  await countWithin(db, `sms:${networkOf(ip)}`, perNetwork, now)
  await countWithin(db, `sms:${firmId}`, perFirm, now)
}

/** A person's own new number is bound to the person too. */
export const purposeOf = (scene: Scene, caller: Caller | null) =>
  scene === 'changeMobile' && caller ? `${scene}:${caller.population}:${caller.id}` : scene

/** Whether a message goes out. The answer is the same, since it must not say who has an account. */
const isMeant = async ({ database, firmId }: PublicContext, scene: Scene, mobile: string) => {
  if (scene === 'register' || scene === 'changeMobile') return true
  return database.read(firmId, async db => {
    const [lawyer, admin] = [
      await personNamed(db, firmId, 2, mobile),
      await personNamed(db, firmId, 1, mobile),
    ]
    return scene === 'login' ? lawyer !== null : lawyer !== null || admin?.mobile === mobile
  })
}

const sent = { resendIn: 60, expireIn: expireIn('sms') }

/** Sends a code and answers its handle; for a number that is nobody's, a handle of nothing. */
export const sendCode = async (context: PublicContext, scene: Scene, mobile: string) => {
  const { database, services, firmId, caller, now } = context
  const firm = await requireFirm(context)
  if (!services.sms.isOn(firm.sms, 'code'))
    throw new ApiError('5030', '短信服务未开通，请使用密码登录或联系管理员')
  await countSms(context, mobile)
  if (!(await isMeant(context, scene, mobile))) return { ...sent, smsId: decoyHandle() }
  const digits = sixDigits()
  const purpose = purposeOf(scene, caller)
  const smsId = await storeCode(database, { kind: 'sms', firmId, purpose, subject: mobile }, digits, now)
  const text = sayIn(context.language, '【%{shortName}】验证码%{digits}，5分钟内有效，请勿告诉他人。', {
    shortName: firm.shortName,
    digits,
  })
  await services.sms.send(firm.sms, { mobile, text, template: 'code', value: digits })
  return { ...sent, smsId }
}
