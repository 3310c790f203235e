import { z } from 'zod'

import type { FieldErrors } from '../../../../resources/domain/codes.ts'
import { registration } from '../../../../resources/registration.ts'
import type { LoginOptions } from '../loginOptions.ts'
import type { Progress } from './application.ts'
import { localized, translate } from '../../../../resources/kit/translate.ts'

// Compiling schemas with `new Function` is refused by the product's content security policy.
z.config({ jitless: true })

export const labels = localized({
  name: '姓名',
  organizationId: '所属律所',
  personType: '人员类别',
  licenseNumber: '执业证号',
  email: '邮箱',
  inviteCode: '注册免审码',
} as const)

const numberOf = (text: string) => (text === '' ? undefined : Number(text))

/** As the call takes it; what is left empty is not sent. */
export const inputOf = (
  { mobile, ticket, application }: Progress,
  password: string,
  consentVersion: string,
) => {
  const { name, organizationId, personType, ...texts } = application
  const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
  return {
    ticket,
    mobile,
    name,
    password,
    organizationId: numberOf(organizationId),
    personType: numberOf(personType),
    ...written,
    consentVersion,
  }
}

const missingIn = ({ application }: Progress, fields: LoginOptions['registerFields']): FieldErrors =>
  Object.fromEntries(
    fields.flatMap(({ field, isRequired }) => {
      if (!isRequired || application[field].trim() !== '') return []
      const label = labels[field]
      const isChoice = field === 'organizationId' || field === 'personType'
      return [
        [field, isChoice ? translate('请选择%{label}', { label }) : translate('请输入%{label}', { label })],
      ]
    }),
  )

/** What the call's own schema has against it, and what this firm asks for besides. */
export const errorsIn = (progress: Progress, fields: LoginOptions['registerFields']): FieldErrors => {
  const result = registration.calls.register.input.safeParse(inputOf(progress, '', ''))
  const issues = result.success ? [] : result.error.issues.toReversed()
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])),
    ...(progress.application.name.trim() === '' && { name: translate('请输入姓名') }),
    ...missingIn(progress, fields),
  }
}
