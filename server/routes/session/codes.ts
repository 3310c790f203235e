import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { ApiError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { lifetimeSeconds, createCodeId, storeCode } from '../../services/identity/codes.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { requireCaptcha } from '../../services/limits/loginThrottle.ts'
import { requireFirm } from '../../services/identity/signIn.ts'
import { sendCode } from '../../services/identity/smsCodes.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

const captchaLimit = { most: 60, windowMs: 60_000 }

/** Creates a picture captcha; its answer does not leave the server. */
export const newCaptcha = async (
  _: Input<'code'>,
  { database, services, firmId, ip, now }: PublicContext,
) => {
  await limitRate(database, `captcha:${networkOf(ip)}`, captchaLimit, now)
  const codeId = createCodeId()
  const { answer, image } = await services.captcha.create(codeId)
  await storeCode(
    database,
    { kind: 'captcha', firmId, purpose: 'picture', subject: '' },
    answer.toUpperCase(),
    now,
    codeId,
  )
  return { codeId, image, expireIn: lifetimeSeconds('captcha') }
}

export const requestSmsCode = async (
  { mobile, scene, ...picture }: Input<'queryCode'>,
  context: PublicContext,
) => {
  const firm = await requireFirm(context)
  const { settings } = firm
  if (scene === 'login' && settings.smsLogin === 0) throw new ApiError('4031')
  if (scene === 'register' && settings.register === 0) throw new ApiError('4031')
  if (scene === 'changeMobile' && !context.caller) throw new ApiError('4003')
  if (!context.caller) await requireCaptcha(context, picture)
  return sendCode(context, firm, scene, mobile)
}
