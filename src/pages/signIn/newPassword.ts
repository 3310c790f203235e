import { lengthOf } from '../../../resources/kit/clean.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Policy = { label: string; min: number; mobile: string }

/** What can be told of a new password before the server has seen it; empty when nothing speaks against it. */
export const newPasswordError = (password: string, { label, min, mobile }: Policy) => {
  if (password === '') return translate('请输入%{label}', { label })
  if (lengthOf(password) < min) return translate('%{label}至少%{min}位', { label, min })
  return mobile !== '' && password.includes(mobile) ? translate('%{label}不能包含手机号', { label }) : ''
}
