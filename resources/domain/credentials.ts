import { z } from 'zod'

import { flag, toHalfWidth, countCharacters, mobile, password, text } from '../kit/index.ts'

// Schemas and fields of credentials, for the calls of sessions and registration.

/** Output schemas of secrets that are answered once and never stored with an answer (promise Q45). */
export const secretSchemas = z.registry<object>()
/** Marks a password, code, ticket or token in an answer. When a request is repeated, the stored answer lacks it. */
export const secret = <S extends z.ZodType>(schema: S): S => {
  secretSchemas.add(schema, {})
  return schema
}

/**
 * An account name, or a mobile number in any notation. It is brought into one form, so that it is looked up, counted
 * and logged in one way.
 */
export const account = text('账号', { max: 30, format: 'mobile' }).schema.overwrite(it => it.toLowerCase())
/** A password that is compared with the stored one, as typed. The rules for new passwords do not apply. */
export const existingPassword = z
  .string({ error: '请输入密码' })
  .min(1, '请输入密码')
  .max(128, '密码最多128位')
export const newPasswordSchema = password('新密码').schema
export const mobileNumber = mobile('手机号').schema
const codeError = '请输入6位短信验证码'
export const smsCode = z.string().regex(/^\d{6}$/, codeError)
/** Message for a text that is not a code of six digits. */
export const factorCodeError = '请输入6位数字验证码'
/** A code of an authenticator app (TOTP, RFC 6238). */
export const factorCode = z.string().regex(/^\d{6}$/, factorCodeError)
export const opaqueToken = z.string().min(1).max(100)
export const captchaFields = { codeId: opaqueToken.optional(), code: z.string().max(10).optional() }
export const remember = flag.default(0)
/** Answer to the sending of an SMS code; durations in seconds. */
export const smsCodeAnswer = z.object({ smsId: secret(z.string()), resendIn: z.int(), expireIn: z.int() })

// The same credentials as fields of forms.

/** The mobile number that a code is sent to. */
export const mobileField = mobile('手机号')

export const smsCodeField = {
  ...text('短信验证码', { max: 6, format: 'tel' }),
  schema: z
    .string({ error: codeError })
    .overwrite(toHalfWidth)
    .regex(/^\d{6}$/, codeError),
}

/** A field for the current password. It is compared, not set, so the rules for new passwords do not apply. */
const presentPassword = (label: string) => ({
  ...password(label),
  schema: z.string({ error: `请输入${label}` }).min(1, `请输入${label}`),
})
export const ownPassword = presentPassword('登录密码')
/** The current password in a form that replaces it. */
export const formerPassword = presentPassword('原密码')
/** The current password if an administrator or the system gave it. */
export const initialPassword = presentPassword('初始密码')

/** The repeated new password; the schema of the form compares the two. */
export const repeatedPassword = {
  ...password('再次输入新密码'),
  schema: z.string({ error: '请再次输入新密码' }),
}

/** A firm's rules for new passwords. `containsMobile` can only check the number that the page knows. */
export type PasswordPolicy = { min: number; containsMobile: (password: string) => boolean }

/** A field for a new password with the checks that the browser can make; the server makes the others. */
const newPasswordField = (label: string, { min, containsMobile }: PasswordPolicy) => ({
  ...password(label),
  schema: z
    .string({ error: `请输入${label}` })
    .min(1, { error: `请输入${label}`, abort: true })
    .max(128, `${label}最多128位`)
    .refine(it => countCharacters(it) >= min, `${label}至少${min}位`)
    .refine(it => !containsMobile(it), `${label}不能包含手机号`),
})
export type NewPasswordField = ReturnType<typeof newPasswordField>

export const newPassword = (policy: PasswordPolicy) => newPasswordField('新密码', policy)
/** The first password of a new account. */
export const firstPassword = (policy: PasswordPolicy) => newPasswordField('密码', policy)
