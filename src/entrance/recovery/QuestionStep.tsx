import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { wantsCaptcha } from '../../../providers/challenge.ts'
import { askQuestion, type AccountOwner } from '../../../providers/recovery.ts'
import { toMobile } from '../../../resources/kit/mobiles.ts'
import { text } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { CaptchaInput } from '../../fields/credentials/CaptchaInput.tsx'
import { useCaptcha } from '../../fields/credentials/useCaptcha.ts'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { Heading } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'

const fields = { account: text('账号或手机号', { max: 60, format: 'email' }) }

const signInError = (error: unknown, translate: Translate) => signInErrorMessage(error, true, translate)

export type AskedQuestion = Awaited<ReturnType<typeof askQuestion>>

type Props = {
  owner: AccountOwner
  onAsked: (owner: AccountOwner, asked: AskedQuestion) => void
  /** Rendered above the account field. */
  children: ReactNode
  /** Rendered below the form; receives a function that reads the account currently typed. */
  ways: (readAccount: () => string) => ReactNode
}

/** First step of recovery by security question, if the firm has enabled it: asks for the account. */
export const QuestionStep = ({ owner, onAsked, children, ways }: Props) => {
  const translate = useTranslate()
  const captcha = useCaptcha('forgot')
  const form = useFieldForm(fields, {
    initial: { account: owner.account },
    say: signInError,
    onSave: async ({ account }) => {
      const answer = captcha.read()
      if (!answer) return
      const accountOwner = { userType: owner.userType, account: toMobile(account) }
      try {
        onAsked(accountOwner, await askQuestion(accountOwner, answer))
      } catch (error) {
        if (wantsCaptcha(error)) return captcha.refuse(signInError(error, translate))
        await captcha.renew()
        throw error
      }
    },
  })
  const fail = (error: unknown) => void form.showErrors({ account: signInError(error, translate) })
  const loadCaptcha = useEffectEvent(() => void captcha.renew().catch(fail))
  useEffect(() => loadCaptcha(), [])
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[1, 2]}>{translate('找回密码')}</Heading>
      <StepForm form={form} label={translate('下一步')}>
        {children}
        <TextInput field={fields.account} source="account" autoComplete="username" />
        <CaptchaInput captcha={captcha} onFailure={fail} />
      </StepForm>
      <p className="between ways">{ways(() => String(form.methods.getValues('account') ?? ''))}</p>
    </section>
  )
}
