import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'

import type { NewPasswordField, PasswordPolicy } from '../../../resources/domain/credentials.ts'
import { countCharacters } from '../../../resources/kit/clean.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordRules, type Rule } from './PasswordRules.tsx'

type Props = {
  field: NewPasswordField
  source: string
  policy: PasswordPolicy
  /** Rules that depend on other fields of the form. */
  additionalRules?: readonly Rule[]
}

/** Input for a new password, with the list of rules and whether they are met. */
export const NewPasswordInput = ({ field, source, policy, additionalRules = [] }: Props) => {
  const translate = useTranslate()
  const { min, containsMobile } = policy
  const password = String(useWatch({ name: source }) ?? '')
  const rules = [
    { sentence: translate('至少%{min}位', { min }), isMet: countCharacters(password) >= min },
    { sentence: translate('不包含手机号'), isMet: password !== '' && !containsMobile(password) },
    ...additionalRules,
  ]
  return (
    <PasswordInput field={field} source={source}>
      <PasswordRules rules={rules} />
    </PasswordInput>
  )
}
