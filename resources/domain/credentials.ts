import { z } from 'zod'

import { flag, halfWidth, lengthOf, mobile, password, text } from '../kit/index.ts'

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
const codeError = '请输入6位短信验证码'
export const smsCode = z.string().regex(/^\d{6}$/, codeError)
/** What is wrong with a code that is none. */
export const factorCodeError = '请输入6位数字验证码'
/** Of an authenticator app (RFC 6238). */
export const factorCode = z.string().regex(/^\d{6}$/, factorCodeError)
export const handle = z.string().min(1).max(100)
export const picture = { codeId: handle.optional(), code: z.string().max(10).optional() }
export const remember = flag.default(0)
/** What is told of a code that was sent; seconds. */
export const smsSent = z.object({ smsId: secret(z.string()), resendIn: z.int(), expireIn: z.int() })

// The same as fields of forms.

/** The digits of a mobile number as people group them. */
export const mobileDigits = (text: string) => halfWidth(text).replaceAll(/[\s-]/g, '')

/** The number that a code is sent to, which may be typed in groups. */
export const mobileField = {
  ...mobile('手机号'),
  schema: z.preprocess(it => (typeof it === 'string' ? mobileDigits(it) : it), mobile('手机号').schema),
}

export const smsCodeField = {
  ...text('短信验证码', { max: 6, format: 'tel' }),
  schema: z
    .string({ error: codeError })
    .overwrite(halfWidth)
    .regex(/^\d{6}$/, codeError),
}

/** The caller's present password: compared, not set, so that the rules for new ones do not matter. */
const presentPassword = (label: string) => ({
  ...password(label),
  schema: z.string({ error: `请输入${label}` }).min(1, `请输入${label}`),
})
export const ownPassword = presentPassword('登录密码')
/** The same where another takes its place. */
export const formerPassword = presentPassword('原密码')
/** The same where it was given by an administrator or the system. */
export const initialPassword = presentPassword('初始密码')

/** The repetition of the new password; the form's schema compares the two. */
export const repeatedPassword = {
  ...password('再次输入新密码'),
  schema: z.string({ error: '请再次输入新密码' }),
}

/** What a firm asks of new passwords; `containsMobile` knows the number as far as the page does. */
export type PasswordPolicy = { min: number; containsMobile: (password: string) => boolean }

/** A password that is being set, with what can be told of it before the server has seen it. */
const passwordToBe = (label: string, { min, containsMobile }: PasswordPolicy) => ({
  ...password(label),
  schema: z
    .string({ error: `请输入${label}` })
    .min(1, { error: `请输入${label}`, abort: true })
    .max(128, `${label}最多128位`)
    .refine(it => lengthOf(it) >= min, `${label}至少${min}位`)
    .refine(it => !containsMobile(it), `${label}不能包含手机号`),
})
export type NewPasswordField = ReturnType<typeof passwordToBe>

export const newPassword = (policy: PasswordPolicy) => passwordToBe('新密码', policy)
/** The password of a new account. */
export const firstPassword = (policy: PasswordPolicy) => passwordToBe('密码', policy)
