import { textAt, valueAt } from './elements.ts'

type RegisterField = 'organizationId' | 'personType' | 'licenseNumber' | 'email' | 'inviteCode'

/** What the firm offers before anybody has signed in (domain.md §6.6). */
export type LoginOptions = {
  passwordLogin: boolean
  smsLogin: boolean
  register: boolean
  questionRecovery: boolean
  asksPictureAlways: boolean
  pwdMinLength: number
  agreementVersion: string
  registerFields: readonly { field: RegisterField; isRequired: boolean }[]
}

const registerFieldNames = ['organizationId', 'personType', 'licenseNumber', 'email', 'inviteCode'] as const

const isOn = (value: unknown, byDefault: boolean) => (value == null ? byDefault : Number(value) === 1)

const registerFieldsIn = (value: unknown): LoginOptions['registerFields'] => {
  const given: readonly unknown[] = Array.isArray(value)
    ? value
    : [
        { field: 'organizationId', required: 1 },
        { field: 'personType', required: 1 },
      ]
  return registerFieldNames.flatMap(field => {
    const row = given.find(it => valueAt(it, 'field') === field)
    return row === undefined ? [] : [{ field, isRequired: isOn(valueAt(row, 'required'), false) }]
  })
}

/** Of `conf.app`; what a back-end does not say is as it is until a firm sets it. */
export const loginOptionsIn = (conf: unknown): LoginOptions => {
  const login = valueAt(conf, 'login')
  const length = Number(valueAt(login, 'pwdMinLength'))
  return {
    passwordLogin: isOn(valueAt(login, 'passwordLogin'), true),
    smsLogin: isOn(valueAt(login, 'smsLogin'), true),
    register: isOn(valueAt(login, 'register'), true),
    questionRecovery: isOn(valueAt(login, 'questionRecovery'), false),
    asksPictureAlways: textAt(login, 'captcha') === 'always',
    pwdMinLength: length > 0 ? length : 10,
    agreementVersion: textAt(login, 'agreementVersion') || '1',
    registerFields: registerFieldsIn(valueAt(login, 'registerFields')),
  }
}
