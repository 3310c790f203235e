import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'

import { call } from '../../../providers/call.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import {
  formerPassword,
  initialPassword,
  newPassword,
  repeatedPassword,
} from '../../../resources/domain/credentials.ts'
import { NewPasswordInput } from '../../fields/credentials/NewPasswordInput.tsx'
import { PasswordInput } from '../../fields/credentials/PasswordInput.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { Button } from '../../ui/Button.tsx'

/** Minimum number of characters if the firm's configuration has none. */
const defaultMinLength = 10

/** Whether a password contains the own mobile number, of which the browser knows only 138****0001. */
const containsMobile = (text: string, masked: string) => {
  const [, begin, end] = /^(\d{3})\*{4}(\d{4})$/.exec(masked) ?? []
  return begin !== undefined && new RegExp(`${begin}\\d{4}${end}`).test(text)
}

type Props = {
  /** Whether the current password was set by an administrator or by the system. */
  isInitial: boolean
  onChanged: () => Promise<void>
}

const usePasswordForm = ({ isInitial, onChanged }: Props) => {
  const translate = useTranslate()
  const { self, conf } = useSession()
  const min = conf.login.pwdMinLength ?? defaultMinLength
  const policy = useMemo(
    () => ({ min, containsMobile: (text: string) => containsMobile(text, self.mobileMasked) }),
    [min, self.mobileMasked],
  )
  const fields = useMemo(
    () => ({
      oldPassword: isInitial ? initialPassword : formerPassword,
      newPassword: newPassword(policy),
      repeat: repeatedPassword,
    }),
    [isInitial, policy],
  )
  const form = useFieldForm(fields, {
    onSave: async ({ oldPassword, newPassword, repeat }): Promise<FieldErrors | void> => {
      if (newPassword === oldPassword) return { newPassword: translate('新密码不能与原密码相同') }
      if (newPassword !== repeat) return { repeat: translate('两次输入的密码不一致') }
      await call('session.password', { oldPassword, newPassword })
      await onChanged()
    },
  })
  return { fields, policy, form }
}

/** Form to change the password; errors of the server appear at their fields. */
export const PasswordForm = (props: Props) => {
  const translate = useTranslate()
  const { fields, policy, form } = usePasswordForm(props)
  const { methods, isSubmitting, failure } = form
  const { oldPassword, newPassword, repeat } = useWatch({ control: methods.control })
  const additionalRules = [
    { sentence: translate('与原密码不同'), isMet: Boolean(newPassword) && newPassword !== oldPassword },
    { sentence: translate('两次输入一致'), isMet: Boolean(newPassword) && newPassword === repeat },
  ]
  return (
    <FieldForm form={form} className="panel password-form">
      <PasswordInput field={fields.oldPassword} source="oldPassword" isCurrent />
      <NewPasswordInput
        field={fields.newPassword}
        source="newPassword"
        policy={policy}
        additionalRules={additionalRules}
      />
      <PasswordInput field={fields.repeat} source="repeat" />
      <p className="field-error" role="alert">
        {failure}
      </p>
      <Button type="submit" look="primary" disabled={isSubmitting}>
        {isSubmitting
          ? translate('保存中…')
          : props.isInitial
            ? translate('设置新密码')
            : translate('修改密码')}
      </Button>
    </FieldForm>
  )
}
