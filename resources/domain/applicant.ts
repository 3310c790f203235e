import { z } from 'zod'

import { email, fromKeys, isPlain, keysOf, optional, reference, select, text, toggle } from '../kit/index.ts'
import { personTypes } from './personType.ts'

/** What an applicant writes at registration. A person's record has the same fields (lawyers/fields.ts). */
export const applicantFields = {
  name: text('姓名', { min: 2, max: 20 }),
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
/** The fields besides the name, which each firm asks for or not (`loginRegSet.registerFields`). */
export const registerFieldNames = keysOf(choices)
type RegisterField = (typeof registerFieldNames)[number]
export type AskedField = { field: RegisterField; required: 0 | 1 }

/** The fields that a new firm's registration form asks for. */
export const askedByDefault = [
  { field: 'organizationId', required: 1 },
  { field: 'personType', required: 1 },
] as const satisfies readonly AskedField[]

/** All fields as the call takes them: none but the name has to be there, since firms ask for different ones. */
export const applicationFields = {
  name,
  organizationId: optional(choices.organizationId),
  personType: optional(choices.personType),
  licenseNumber: optional(choices.licenseNumber),
  email: optional(choices.email),
  inviteCode: optional(choices.inviteCode),
}

/** The fields of one firm's form, in the order of the declaration; those it does not require may be left empty. */
export const applicantFieldsFor = (asked: readonly AskedField[]) => {
  const names = registerFieldNames.filter(it => asked.some(({ field }) => field === it))
  const isRequired = (name: RegisterField) => asked.some(it => it.field === name && it.required === 1)
  return {
    name,
    ...fromKeys(names, it => (isRequired(it) ? applicantFields[it] : applicationFields[it])),
  }
}

/** To what the firm does with it; without it nothing is sent. */
export const consentField = {
  ...toggle('同意'),
  schema: z.literal(1, { error: '请阅读并同意后再提交' }),
}

/** What a firm asks for as `conf.app` lists it, where a back-end may say nothing or name what is not known here. */
export const readAskedFields = (listed: unknown): readonly AskedField[] => {
  if (!Array.isArray(listed)) return askedByDefault
  return listed.filter(isPlain).flatMap(row => {
    const field = registerFieldNames.find(it => it === row['field'])
    return field ? [{ field, required: Number(row['required']) === 1 ? 1 : 0 } as const] : []
  })
}
