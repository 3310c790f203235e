import type { z } from 'zod'

import type { session } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { decoyHandle, expireIn, keepCode, sixDigits } from '../services/codes.ts'
import { countUp, limitTo, networkOf } from '../services/counters.ts'
import { needPicture } from '../services/gate.ts'
import { personNamed } from '../services/people.ts'
import { firmOf } from '../services/signIn.ts'

type Origin = Context<Caller | null>
type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>
export type Scene = Input<'queryCode'>['scene']

const second = 1_000
const hour = 3_600 * second
const pictures = { most: 60, windowMs: 60 * second }
const perMobile = [
  { name: 'minute', most: 1, windowMs: 60 * second },
  { name: 'hour', most: 5, windowMs: hour },
  { name: 'day', most: 10, windowMs: 24 * hour },
]
const perNetwork = { most: 30, windowMs: 24 * hour }
/** What a firm may spend in a day, whoever asks. */
const perFirm = { most: 1_000, windowMs: 24 * hour }

/** A picture captcha; the answer stays here. */
export const code = async (_: Input<'code'>, { database, services, firmId, ip, now }: Origin) => {
  await limitTo(database, `captcha:${networkOf(ip)}`, pictures, now)
  const codeId = decoyHandle()
  const { answer, image } = await services.captcha.create(codeId)
  await keepCode(
    database,
    { kind: 'captcha', firmId, purpose: 'picture', subject: '' },
    answer.toUpperCase(),
    now,
    codeId,
  )
  return { codeId, image, expireIn: expireIn('captcha') }
}

/** All limits in one transaction: a refusal by one takes back what the others counted. */
export const countSms = ({ database, firmId, ip, now }: Origin, mobile: string) =>
  database.write(null, async db => {
    for (const { name, ...limit } of perMobile)
      await countUp(db, `sms:${firmId}:${mobile}:${name}`, limit, now)
    await countUp(db, `sms:${networkOf(ip)}`, perNetwork, now)
    await countUp(db, `sms:${firmId}`, perFirm, now)
  })

/** A person's own new number is bound to the person too. */
export const purposeOf = (scene: Scene, caller: Caller | null) =>
  scene === 'changeMobile' && caller ? `${scene}:${caller.population}:${caller.id}` : scene

/** Whether a message goes out. The answer is the same, since it must not say who has an account. */
const isMeant = async ({ database, firmId }: Origin, scene: Scene, mobile: string) => {
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
export const sendCode = async (context: Origin, scene: Scene, mobile: string) => {
  const { database, services, firmId, caller, now } = context
  if (!services.sms.isOn) throw new Refusal('5030', '短信服务未开通,请使用密码登录或联系管理员')
  const firm = await firmOf(context)
  await countSms(context, mobile)
  if (!(await isMeant(context, scene, mobile))) return { ...sent, smsId: decoyHandle() }
  const digits = sixDigits()
  const purpose = purposeOf(scene, caller)
  const smsId = await keepCode(database, { kind: 'sms', firmId, purpose, subject: mobile }, digits, now)
  await services.sms.send(mobile, `【${firm.shortName}】验证码${digits},5分钟内有效,请勿告诉他人。`, digits)
  return { ...sent, smsId }
}

export const queryCode = async ({ mobile, scene, ...picture }: Input<'queryCode'>, context: Origin) => {
  const { settings } = await firmOf(context)
  if (scene === 'login' && settings.smsLogin === 0) throw new Refusal('4031')
  if (scene === 'register' && settings.register === 0) throw new Refusal('4031')
  if (scene === 'changeMobile' && !context.caller) throw new Refusal('4003')
  if (!context.caller) await needPicture(context, picture)
  return sendCode(context, scene, mobile)
}
