import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { CallError } from '../../../providers/envelope.ts'
import type { LoginOptions } from '../../../providers/publicConf.ts'
import { sendApplication } from '../../../providers/registration.ts'
import { consentField } from '../../../resources/domain/applicant.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { firstPassword } from '../../../resources/domain/credentials.ts'
import { NewPasswordInput } from '../../fields/credentials/NewPasswordInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'
import { Consent } from './Consent.tsx'
import type { RegistrationProgress } from './progress.ts'

type Props = {
  progress: RegistrationProgress
  options: LoginOptions
  /** Called with the status of the new account: 0 waits for approval, 1 can sign in. */
  onRegistered: (status: number, password: string) => Promise<void>
  /** Called with errors that concern an earlier step. */
  onWrong: (errors: FieldErrors) => void
  /** Called if the proof of the mobile number has expired. */
  onOverdue: () => void
  onBack: () => void
}

const ownFields = new Set(['password', 'consentVersion'])

/** Last step of registration: password and consent. */
export const PasswordStep = ({ progress, options, ...on }: Props) => {
  const translate = useTranslate()
  const { mobile, ticket, application } = progress
  const { pwdMinLength: min, agreementVersion } = options
  const policy = useMemo(
    () => ({ min, containsMobile: (text: string) => text.includes(mobile) }),
    [min, mobile],
  )
  const fields = useMemo(() => ({ password: firstPassword(policy), consentVersion: consentField }), [policy])
  const refuse = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === '4002') return on.onOverdue()
    const errors = error.body.errors ?? {}
    if (Object.keys(errors).some(name => !ownFields.has(name))) return on.onWrong(errors)
    throw error
  }
  const form = useFieldForm(fields, {
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async ({ password }) => {
      const input = { ...application, mobile, ticket, password, consentVersion: agreementVersion }
      const status = await sendApplication(input).catch(refuse)
      if (status !== undefined) await on.onRegistered(status, password)
    },
  })
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[3, 3]}>{translate('设置密码')}</Heading>
      <StepForm form={form} label={translate('提交注册')}>
        <NewPasswordInput field={fields.password} source="password" policy={policy} />
        <Consent source="consentVersion" />
      </StepForm>
      <p className="between ways">
        <TextButton onClick={on.onBack}>{translate('上一步')}</TextButton>
      </p>
    </section>
  )
}
