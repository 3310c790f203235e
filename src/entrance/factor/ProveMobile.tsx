import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { CallError } from '../../../providers/envelope.ts'
import { checkSmsCode } from '../../../providers/proofs.ts'
import { mobileField, smsCodeField } from '../../../resources/domain/credentials.ts'
import { mobilePattern } from '../../../resources/kit/mobiles.ts'
import type { Sentence, Translate } from '../../../resources/kit/translate.ts'
import { SmsCodeInput, useFormSmsCode } from '../../fields/credentials/SmsCodeInput.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { StepForm } from '../StepForm.tsx'

const fields = { mobile: mobileField, smsCode: smsCodeField }

const signInError = (error: unknown, translate: Translate) => signInErrorMessage(error, true, translate)

type Props = {
  scene: 'register' | 'forgot'
  /** Initial mobile number; anything else, such as an administrator's account name, is ignored. */
  mobile: string
  initialFailure: Sentence | undefined
  onProved: (mobile: string, ticket: string) => Promise<void>
  /** Rendered above the mobile number field. */
  children?: ReactNode
  /** Rendered below the form; receives a function that reads the number currently typed. */
  ways: (readMobile: () => string) => ReactNode
}

/** Verifies a mobile number with an SMS code and obtains the ticket for the next step. */
export const ProveMobile = ({ scene, mobile, initialFailure, onProved, children, ways }: Props) => {
  const translate = useTranslate()
  const form = useFieldForm(fields, {
    initial: { mobile: mobilePattern.test(mobile) ? mobile : null },
    initialFailure,
    say: signInError,
    onSave: async ({ mobile: number, smsCode }) => {
      const smsId = sms.smsIdFor(number)
      if (smsId === null) return { smsCode: translate('请先获取短信验证码') }
      const ticket = await checkSmsCode({ mobile: number, smsId, smsCode }).catch((error: unknown) => {
        if (error instanceof CallError && error.code === '4002') return null
        throw error
      })
      if (ticket === null) return { smsCode: translate('短信验证码错误或已过期，请核对后重新输入') }
      await onProved(number, ticket)
    },
  })
  const sms = useFormSmsCode(form.methods, scene, error => signInError(error, translate))
  return (
    <>
      <StepForm form={form} label={translate('下一步')}>
        {children}
        <TextInput field={fields.mobile} source="mobile" autoComplete="tel-national" />
        <SmsCodeInput field={fields.smsCode} sms={sms} />
      </StepForm>
      <p className="between ways">{ways(() => String(form.methods.getValues('mobile') ?? ''))}</p>
    </>
  )
}
