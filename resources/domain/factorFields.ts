import { z } from 'zod'

import { toHalfWidth, text } from '../kit/index.ts'
import { factorCodeError } from './credentials.ts'

// Form fields for the codes of a second factor. They are separate from the calls, which every page loads.

/** The code may be typed with spaces, as authenticator apps show it. */
export const factorCodeField = {
  ...text('验证码', { max: 10, format: 'tel', hint: '身份验证器应用中显示的6位数字' }),
  schema: z
    .string({ error: factorCodeError })
    .overwrite(it => toHalfWidth(it).replaceAll(/\s/g, ''))
    .regex(/^\d{6}$/, factorCodeError),
}

export const recoveryCodeField = {
  ...text('恢复码', { max: 20, format: 'tel', hint: '开启两步验证时保存的恢复码，每个只能使用一次' }),
  schema: z
    .string({ error: '请输入恢复码' })
    .overwrite(toHalfWidth)
    .regex(/^[\da-zA-Z]{5}[\s-]?[\da-zA-Z]{5}$/, '请输入完整的恢复码，如 3k7x9-m2c4d'),
}
