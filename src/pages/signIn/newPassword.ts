import { lengthOf } from '../../../resources/kit/clean.ts'

type Policy = { label: string; min: number; mobile: string }

/** What can be told of a new password before the server has seen it; empty when nothing speaks against it. */
export const newPasswordError = (password: string, { label, min, mobile }: Policy) => {
  if (password === '') return `请输入${label}`
  if (lengthOf(password) < min) return `${label}至少${min}位`
  return mobile !== '' && password.includes(mobile) ? `${label}不能包含手机号` : ''
}
