import { z } from 'zod'

import { flag, mobile, password, text } from '../kit/index.ts'

// What people prove who they are with, as session and registration take it.

/** By the schema of what is read: what is told this one time, and kept with no answer (promise Q45). */
export const secretsOf = z.registry<object>()
/** Marks a password, code, ticket or token in an answer; a repeated request is answered without it. */
export const secret = <S extends z.ZodType>(schema: S): S => {
  secretsOf.add(schema, {})
  return schema
}

/** Of any case: what is looked up, counted and logged of it is the same. */
export const account = text('账号', { max: 30, format: 'email' }).schema.overwrite(it => it.toLowerCase())
/** A password that is compared, not set: as typed, without the rules for new ones. */
export const known = z.string({ error: '请输入密码' }).min(1, '请输入密码').max(128, '密码最多128位')
export const fresh = password('新密码').schema
export const mobileNumber = mobile('手机号').schema
export const smsCode = z.string().regex(/^\d{6}$/, '请输入6位短信验证码')
export const handle = z.string().min(1).max(100)
export const picture = { codeId: handle.optional(), code: z.string().max(10).optional() }
export const remember = flag.default(0)
/** What is told of a code that was sent; seconds. */
export const smsSent = z.object({ smsId: secret(z.string()), resendIn: z.int(), expireIn: z.int() })
