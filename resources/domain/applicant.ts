import { z } from 'zod'

import {
  email,
  fromKeys,
  isPlainObject,
  keysOf,
  optional,
  personName,
  reference,
  select,
  text,
  toggle,
} from '../kit/index.ts'
import { personTypes } from './personType.ts'

/** The fields of a registration form. Records of people have the same fields (lawyers/fields.ts). */
export const applicantFields = {
  name: personName(),
  organizationId: reference('所属律所', 'offices'),
  personType: select('人员类别', personTypes),
  licenseNumber: text('执业证号', {
    max: 17,
    pattern: [/^(\d{17}|\d{12})$/, '执业证号应为17位数字（旧证12位），请核对'],
    format: 'tel',
    isSensitive: true,
    hint: '律师执业证上的17位数字，旧证为12位',
  }),
  email: email('邮箱'),
  inviteCode: text('注册免审码', {
    max: 8,
    format: 'email',
    hint: '管理员发给您的8位代码，填写后无需等待审核',
  }),
}

const { name, ...choices } = applicantFields
/** Names of the fields that each firm may ask for; the name is always asked for (`loginRegSet.registerFields`). */
export const registerFieldNames = keysOf(choices)
type RegisterField = (typeof registerFieldNames)[number]
export type AskedRegisterField = { field: RegisterField; required: 0 | 1 }

/** The fields that the registration form of a new firm asks for. */
export const defaultRegisterFields = [
  { field: 'organizationId', required: 1 },
  { field: 'personType', required: 1 },
] as const satisfies readonly AskedRegisterField[]

/**
 * All fields as the registration call accepts them. Only the name is required, since firms ask for different fields.
 */
export const applicationFields = {
  name,
  organizationId: optional(choices.organizationId),
  personType: optional(choices.personType),
  licenseNumber: optional(choices.licenseNumber),
  email: optional(choices.email),
  inviteCode: optional(choices.inviteCode),
}

/**
 * The fields of one firm's registration form, in the order of the declaration. Fields that the firm does not require
 * are optional.
 */
export const applicantFieldsFor = (asked: readonly AskedRegisterField[]) => {
  const names = registerFieldNames.filter(it => asked.some(({ field }) => field === it))
  const isRequired = (name: RegisterField) => asked.some(it => it.field === name && it.required === 1)
  return {
    name,
    ...fromKeys(names, it => (isRequired(it) ? applicantFields[it] : applicationFields[it])),
  }
}

/** The consent to the firm's agreement; the form cannot be sent without it. */
export const consentField = {
  ...toggle('同意'),
  schema: z.literal(1, { error: '请阅读并同意后再提交' }),
}

/**
 * Reads the fields that a firm asks for from `conf.app`. Unknown fields are ignored, and a back-end that names none
 * gets the default.
 */
export const readAskedRegisterFields = (listed: unknown): readonly AskedRegisterField[] => {
  if (!Array.isArray(listed)) return defaultRegisterFields
  return listed.filter(isPlainObject).flatMap(row => {
    const field = registerFieldNames.find(it => it === row['field'])
    return field ? [{ field, required: Number(row['required']) === 1 ? 1 : 0 } as const] : []
  })
}
