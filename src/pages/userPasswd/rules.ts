import type { FieldErrors, Resolver } from 'react-hook-form'

import { lengthOf } from '../../../resources/kit/index.ts'
import { translate } from '../../../resources/kit/translate.ts'

export type Values = { oldPassword: string; newPassword: string; repeat: string }

/** Where the firm's configuration names none. */
export const defaultMinLength = 10
const maximum = 128

/** The browser knows the own number masked only, 138****0001: enough to find it in a password. */
const containsMobile = (text: string, masked: string) => {
  const [, begin, end] = /^(\d{3})\*{4}(\d{4})$/.exec(masked) ?? []
  return begin !== undefined && new RegExp(`${begin}\\d{4}${end}`).test(text)
}

type Policy = { min: number; mobileMasked: string }
type Rule = { sentence: string; isMet: boolean }

/** What can be told of a new password before the server has seen it; an empty one meets nothing. */
export const rulesFor = (
  { oldPassword, newPassword, repeat }: Values,
  { min, mobileMasked }: Policy,
): Rule[] => {
  const isTyped = newPassword !== ''
  return [
    { sentence: translate('至少%{min}位', { min }), isMet: lengthOf(newPassword) >= min },
    { sentence: translate('不包含手机号'), isMet: isTyped && !containsMobile(newPassword, mobileMasked) },
    { sentence: translate('与原密码不同'), isMet: isTyped && newPassword !== oldPassword },
    { sentence: translate('两次输入一致'), isMet: isTyped && newPassword === repeat },
  ]
}

const newPasswordError = ({ oldPassword, newPassword }: Values, { min, mobileMasked }: Policy) => {
  if (newPassword === '') return translate('请输入新密码')
  if (lengthOf(newPassword) < min) return translate('新密码至少%{min}位', { min })
  if (lengthOf(newPassword) > maximum) return translate('新密码最多%{maximum}位', { maximum })
  if (containsMobile(newPassword, mobileMasked)) return translate('新密码不能包含手机号')
  return newPassword === oldPassword ? translate('新密码不能与原密码相同') : undefined
}

const repeatError = ({ newPassword, repeat }: Values) => {
  if (repeat === '') return translate('请再次输入新密码')
  return repeat === newPassword ? undefined : translate('两次输入的密码不一致')
}

/** Passwords are taken as typed: nothing is trimmed. */
export const resolverWith =
  (knowledge: Policy): Resolver<Values> =>
  values => {
    const faults = {
      oldPassword: values.oldPassword === '' ? translate('请输入原密码') : undefined,
      newPassword: newPasswordError(values, knowledge),
      repeat: repeatError(values),
    }
    const errors: FieldErrors<Values> = Object.fromEntries(
      Object.entries(faults).flatMap(([name, message]) =>
        message ? [[name, { type: 'rule', message }]] : [],
      ),
    )
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
