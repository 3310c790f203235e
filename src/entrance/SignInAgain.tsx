import { useLogout, useTranslate } from 'ra-core'
import { type FormEvent, useState } from 'react'

import { login } from '../../providers/signIn.ts'
import { answerRenewal, type UserInfo } from '../../providers/session.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { PasswordControl } from '../fields/credentials/PasswordControl.tsx'
import { FieldFrame } from '../fields/FieldFrame.tsx'
import { signInErrorMessage } from './errorMessage.ts'
import { inputNamed } from './formInputs.ts'
import { accountFields } from './useCredentials.ts'
import { Button } from '../shell/Button.tsx'

const passwordField = { label: '密码', isRequired: false }

/**
 * Signs the same person in again; somebody else's session starts anew. Calls `authProvider.login` without `useLogin`, which
 * always navigates: this user stays on the page with what has been typed there.
 */
const useSignInAgain = (user: UserInfo, onClose: () => void) => {
  const translate = useTranslate()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const attempt = async (form: HTMLFormElement) => {
    const { user: signed } = await login({
      userType: user.userType,
      account: inputNamed(form, 'account').value,
      password: inputNamed(form, 'password').value,
      isRemembered: false,
    })
    if (signed.id !== user.id) return location.reload()
    answerRenewal(true)
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    attempt(event.currentTarget)
      .catch(refusal => setError(signInErrorMessage(refusal, true, translate)))
      .finally(() => setBusy(false))
  }
  return { submit, error, isBusy }
}

/** The account is asked for again: the session only knows the name. */
export const SignInAgain = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const translate = useTranslate()
  const logout = useLogout()
  const { submit, error, isBusy } = useSignInAgain(user, onClose)
  return (
    <Dialog title={translate('登录超时，请重新登录')}>
      <form onSubmit={submit}>
        <div className="dialog-content">
          <p>{translate('登录后继续刚才的操作，页面上的内容不会丢失。')}</p>
          <FieldFrame id="again-account" field={accountFields[user.userType]} error={undefined}>
            <input id="again-account" name="account" className="control" autoComplete="username" />
          </FieldFrame>
          <FieldFrame id="again-password" field={passwordField} error={undefined}>
            <PasswordControl
              id="again-password"
              name="password"
              label={translate(passwordField.label)}
              autoComplete="current-password"
              aria-invalid={error !== '' || undefined}
              aria-describedby="again-error"
            />
            <p id="again-error" className="field-error" role="alert">
              {error}
            </p>
          </FieldFrame>
        </div>
        <footer className="dialog-foot">
          <Button onClick={() => void logout()}>{translate('退出登录')}</Button>
          <Button onClick={onClose}>{translate('暂不登录')}</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {translate('登录')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
