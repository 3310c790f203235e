import { useLogout, useTranslate } from 'ra-core'
import { type ReactNode, useMemo, useState } from 'react'

import { servedCall } from '../../../providers/call.ts'
import { factorChallengeOf } from '../../../providers/challenge.ts'
import type { PendingFactor } from '../../../providers/secondFactor.ts'
import { answerRenewal, type UserInfo } from '../../../providers/session.ts'
import { login, type SignInResult } from '../../../providers/signIn.ts'
import { existingPassword } from '../../../resources/domain/credentials.ts'
import { password, text } from '../../../resources/kit/index.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { PasswordInput } from '../../fields/credentials/PasswordInput.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { type FieldFormState, useFieldForm } from '../../form/plain/useFieldForm.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { supportsPasskeys } from '../../session/passkeySupport.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { FactorInput, type FactorKind, useFactorForm } from '../factor/FactorInput.tsx'
import { accountFields } from './useCredentials.ts'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

const passwordField = { ...password('密码'), schema: existingPassword, isRequired: false }
const fieldsFor = ({ userType }: UserInfo) => ({
  account: { ...text(accountFields[userType].label, { max: 60, format: 'email' }), isRequired: false },
  password: passwordField,
})

type StepProps = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  /** Whether the step has anything to type. */
  hasSubmit?: boolean
  onClose: () => void
  children: ReactNode
}

const StepLayout = ({ form, hasSubmit = true, onClose, children }: StepProps) => {
  const translate = useTranslate()
  const logout = useLogout()
  return (
    <FieldForm form={form}>
      <div className="dialog-content">
        {children}
        <p className="field-error" role="alert">
          {form.failure}
        </p>
      </div>
      <DialogFoot>
        <Button onClick={() => void logout()}>{translate('退出登录')}</Button>
        <Button onClick={onClose}>{translate('暂不登录')}</Button>
        {hasSubmit && (
          <Button type="submit" look="primary" disabled={form.isSubmitting}>
            {translate('登录')}
          </Button>
        )}
      </DialogFoot>
    </FieldForm>
  )
}

/** Signs in by passkey in place of the password and of a code. */
const PasskeyAgain = ({ user, onSigned }: Pick<Props, 'user'> & Pick<FirstProps, 'onSigned'>) => {
  const translate = useTranslate()
  const [problem, setProblem] = useState<Sentence | null>(null)
  const passkey = usePasskeySignIn({ onSigned, showProblem: sentence => setProblem(() => sentence) })
  if (!servedCall('session.loginByPasskey') || !supportsPasskeys()) return null
  return (
    <>
      <Button
        disabled={passkey.isBusy}
        onClick={() => void passkey.start({ userType: user.userType, isRemembered: false })}
      >
        {translate('使用通行密钥登录')}
      </Button>
      <p className="field-error" role="alert">
        {problem?.(translate)}
      </p>
    </>
  )
}

type Props = { user: UserInfo; onClose: () => void }
type FirstProps = Props & {
  initialFailure: Sentence | undefined
  onSigned: (signed: SignInResult) => void
  onFactor: (asked: PendingFactor) => void
}

const CredentialsStep = ({ user, onClose, initialFailure, onSigned, onFactor }: FirstProps) => {
  const translate = useTranslate()
  const fields = useMemo(() => fieldsFor(user), [user])
  const form = useFieldForm(fields, {
    initialFailure,
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => {
      const signInInput = { ...values, userType: user.userType, isRemembered: false }
      try {
        onSigned(await login(signInInput))
      } catch (error) {
        const challenge = factorChallengeOf(error)
        if (!challenge) throw error
        const { account, userType, isRemembered } = signInInput
        onFactor({ ...challenge, account, userType, isRemembered })
      }
    },
  })
  return (
    <StepLayout form={form} onClose={onClose}>
      <p>{translate('登录后继续刚才的操作，页面上的内容不会丢失。')}</p>
      <TextInput field={fields.account} source="account" autoComplete="username" />
      <PasswordInput field={fields.password} source="password" isCurrent />
      <PasskeyAgain user={user} onSigned={onSigned} />
    </StepLayout>
  )
}

type SecondProps = Props & {
  kind: FactorKind
  asked: PendingFactor
  onSigned: (signed: SignInResult) => void
  onOver: (sentence: Sentence) => void
  onKind: () => void
}

const CodeStep = ({ user, kind, onClose, onKind, ...rest }: SecondProps) => {
  const translate = useTranslate()
  const form = useFactorForm({ kind, ...rest })
  const { hasApp, hasPasskey } = rest.asked
  return (
    <StepLayout form={form} hasSubmit={hasApp} onClose={onClose}>
      <p>{translate('该账号已开启两步验证。')}</p>
      {hasApp && <FactorInput kind={kind} />}
      {hasApp && (
        <Button look="quiet" onClick={onKind}>
          {kind === 'app' ? translate('使用恢复码') : translate('使用验证码')}
        </Button>
      )}
      {hasPasskey && <PasskeyAgain user={user} onSigned={rest.onSigned} />}
    </StepLayout>
  )
}

/**
 * Dialog that signs the same user in again; if somebody else signs in, the page is reloaded. The account has to be
 * entered, because the session knows only the name. It calls `authProvider.login` directly, because react-admin's
 * `useLogin` would navigate and lose what was typed on the page.
 */
export const SignInAgain = ({ user, onClose }: Props) => {
  const translate = useTranslate()
  const [pendingFactor, setPendingFactor] = useState<PendingFactor | null>(null)
  const [kind, setKind] = useState<FactorKind>('app')
  const [initialFailure, setInitialFailure] = useState<Sentence>()
  const onSigned = ({ user: signed }: SignInResult) => {
    if (signed.id !== user.id) return location.reload()
    answerRenewal(true)
    onClose()
  }
  return (
    <Dialog title={translate('登录超时，请重新登录')}>
      {pendingFactor ? (
        <CodeStep
          key={kind}
          user={user}
          kind={kind}
          asked={pendingFactor}
          onClose={onClose}
          onSigned={onSigned}
          onKind={() => setKind(kind === 'app' ? 'recovery' : 'app')}
          onOver={sentence => {
            setInitialFailure(() => sentence)
            setPendingFactor(null)
          }}
        />
      ) : (
        <CredentialsStep
          user={user}
          initialFailure={initialFailure}
          onClose={onClose}
          onSigned={onSigned}
          onFactor={setPendingFactor}
        />
      )}
    </Dialog>
  )
}
