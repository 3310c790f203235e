import { useLogout, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { answerRenewal, type UserInfo } from '../../providers/session.ts'
import { login } from '../../providers/signIn.ts'
import { known } from '../../resources/domain/credentials.ts'
import { password, text } from '../../resources/kit/index.ts'
import { PasswordInput } from '../fields/credentials/PasswordInput.tsx'
import { TextInput } from '../fields/TextInput.tsx'
import { FieldForm } from '../form/FieldForm.tsx'
import { useFieldForm } from '../form/useFieldForm.ts'
import { Button } from '../shell/Button.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { signInErrorMessage } from './errorMessage.ts'
import { accountFields } from './useCredentials.ts'

const passwordField = { ...password('密码'), schema: known, isRequired: false }
const fieldsFor = ({ userType }: UserInfo) => ({
  account: { ...text(accountFields[userType].label, { max: 60, format: 'email' }), isRequired: false },
  password: passwordField,
})

/**
 * Signs the same person in again; somebody else's session starts anew. The account is asked for again: the session only
 * knows the name. Calls `authProvider.login` without `useLogin`, which always navigates: this user stays on the page with
 * what has been typed there.
 */
export const SignInAgain = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const translate = useTranslate()
  const logout = useLogout()
  const fields = useMemo(() => fieldsFor(user), [user])
  const form = useFieldForm(fields, {
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => {
      const { user: signed } = await login({ ...values, userType: user.userType, isRemembered: false })
      if (signed.id !== user.id) return location.reload()
      answerRenewal(true)
      onClose()
    },
  })
  return (
    <Dialog title={translate('登录超时，请重新登录')}>
      <FieldForm form={form}>
        <div className="dialog-content">
          <p>{translate('登录后继续刚才的操作，页面上的内容不会丢失。')}</p>
          <TextInput field={fields.account} source="account" autoComplete="username" />
          <PasswordInput field={fields.password} source="password" isCurrent />
          <p className="field-error" role="alert">
            {form.failure}
          </p>
        </div>
        <footer className="dialog-foot">
          <Button onClick={() => void logout()}>{translate('退出登录')}</Button>
          <Button onClick={onClose}>{translate('暂不登录')}</Button>
          <Button type="submit" look="primary" disabled={form.isSubmitting}>
            {translate('登录')}
          </Button>
        </footer>
      </FieldForm>
    </Dialog>
  )
}
