import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { factorChallengeOf } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { type AccountOwner, resetPassword } from '../../../providers/recovery.ts'
import { login } from '../../../providers/signIn.ts'
import { newPassword } from '../../../resources/domain/credentials.ts'
import type { Sentence, Translate } from '../../../resources/kit/translate.ts'
import { NewPasswordInput } from '../../fields/credentials/NewPasswordInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import type { HashPageProps } from '../hashPages/hashPage.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'

type Props = HashPageProps & {
  owner: AccountOwner
  /** Proof that the user owns the mobile number, which is the account name here. */
  ticket: string
  /** Called if the proof has expired, or was for another population. */
  onOverdue: (sentence: Sentence) => void
}

/** Last step of recovery: sets the new password and signs in with it. */
export const NewPasswordStep = ({
  owner,
  ticket,
  options,
  onOverdue,
  onSigned,
  onFactor,
  onLeave,
}: Props) => {
  const translate = useTranslate()
  const { userType, account } = owner
  const min = options.pwdMinLength
  const policy = useMemo(
    () => ({ min, containsMobile: (text: string) => text.includes(account) }),
    [min, account],
  )
  const fields = useMemo(() => ({ newPassword: newPassword(policy) }), [policy])
  const signIn = async (password: string) => {
    try {
      onSigned(await login({ userType, account, password, isRemembered: false }))
    } catch (error) {
      const challenge = factorChallengeOf(error)
      if (challenge) return onFactor({ ...owner, ...challenge, isRemembered: false })
      const isPicture = error instanceof CallError && error.code === '4002'
      const sentence = (translate: Translate) => {
        const further = isPicture ? translate('请用新密码登录') : signInErrorMessage(error, true, translate)
        return translate('密码已重设。%{further}', { further })
      }
      onLeave({ userType, account, sentence })
    }
  }
  const form = useFieldForm(fields, {
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => {
      try {
        await resetPassword({ ticket, userType, newPassword: values.newPassword })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const wrongMobile = error.body.errors?.['mobile']
        if (error.code !== '4002' && !wrongMobile) throw error
        return onOverdue(translate => translate(wrongMobile ?? error.message))
      }
      await signIn(values.newPassword)
    },
  })
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[2, 2]}>{translate('设置新密码')}</Heading>
      <StepForm form={form} label={translate('重设密码并登录')}>
        <NewPasswordInput field={fields.newPassword} source="newPassword" policy={policy} />
      </StepForm>
      <p className="between ways">
        <TextButton onClick={() => onLeave({})}>{translate('返回登录')}</TextButton>
      </p>
    </section>
  )
}
