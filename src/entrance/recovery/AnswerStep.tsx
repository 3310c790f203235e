import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { factorChallengeOf } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { answerQuestion, type AccountOwner } from '../../../providers/recovery.ts'
import { newPassword, smsCodeField } from '../../../resources/domain/credentials.ts'
import { text } from '../../../resources/kit/index.ts'
import { NewPasswordInput } from '../../fields/credentials/NewPasswordInput.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import type { HashPageProps } from '../hashPages/hashPage.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'
import type { AskedQuestion } from './QuestionStep.tsx'

const proofFields = {
  answer: text('答案', { max: 40, hint: '不区分大小写和空格' }),
  smsCode: { ...smsCodeField, hint: '验证码短信发往已设密保问题的账号绑定的手机号，5分钟内有效' },
}

type Props = Pick<HashPageProps, 'options' | 'onSigned' | 'onFactor'> & {
  owner: AccountOwner
  asked: AskedQuestion
  onBack: () => void
}

/** Question, answer, the SMS code sent along with it, and the new password, all in one request (promise Q09). */
export const AnswerStep = ({ owner, asked, options, onSigned, onFactor, onBack }: Props) => {
  const translate = useTranslate()
  const min = options.pwdMinLength
  // The mobile number of the account is unknown here, so the password cannot be compared with it.
  const policy = useMemo(() => ({ min, containsMobile: () => false }), [min])
  const fields = useMemo(() => ({ ...proofFields, newPassword: newPassword(policy) }), [policy])
  const form = useFieldForm(fields, {
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => {
      try {
        onSigned(await answerQuestion(owner, { ticket: asked.ticket, ...values }))
      } catch (error) {
        const challenge = factorChallengeOf(error)
        if (challenge) return onFactor({ ...owner, ...challenge, isRemembered: false })
        if (!(error instanceof CallError) || error.code !== '4002') throw error
        return { answer: translate('%{message}，请核对后重试', { message: translate(error.message) }) }
      }
    },
  })
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[2, 2]}>{translate('回答密保问题')}</Heading>
      <p className="security-question">{translate(asked.question)}</p>
      <StepForm form={form} label={translate('重设密码并登录')}>
        <TextInput field={fields.answer} source="answer" />
        <TextInput field={fields.smsCode} source="smsCode" autoComplete="one-time-code" />
        <NewPasswordInput field={fields.newPassword} source="newPassword" policy={policy} />
      </StepForm>
      <p className="between ways">
        <TextButton onClick={onBack}>{translate('重新开始')}</TextButton>
      </p>
    </section>
  )
}
