import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { call } from '../../../providers/call.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import { useSession } from '../../layout/sessionContext.ts'
import { icons } from '../../layout/icons.ts'
import { PasswordField } from '../../account/PasswordField.tsx'
import { resolverWith, rulesFor, defaultMinLength, type Values } from './rules.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

const empty: Values = { oldPassword: '', newPassword: '', repeat: '' }
const fieldNames = ['oldPassword', 'newPassword', 'repeat'] as const satisfies readonly (keyof Values)[]

const Rules = ({ values, knowledge }: { values: Values; knowledge: Parameters<typeof rulesFor>[1] }) => {
  const translate = useTranslate()
  return (
    <ul className="plain-list caption password-rules">
      {rulesFor(values, knowledge).map(({ sentence, isMet }) => (
        <li key={sentence} className={isMet ? 'cluster is-met' : 'cluster'}>
          {isMet ? <icons.check /> : <icons.remaining />}
          {sentence}
          <span className="hidden-text">{isMet ? translate('（已满足）') : translate('（未满足）')}</span>
        </li>
      ))}
      <li className="cluster">
        <icons.remaining />
        {translate('不是常见密码，也不包含登录账号（保存时检查）')}
      </li>
    </ul>
  )
}

type Props = {
  /** The one that an administrator or the system has given. */
  isInitial: boolean
  onChanged: () => Promise<void>
}

/** Old, new, and the new once more; what the server says against one stands at that one. */
export const PasswordForm = ({ isInitial, onChanged }: Props) => {
  const translate = useTranslate()
  const { self, conf } = useSession()
  const knowledge = { min: conf.login.pwdMinLength ?? defaultMinLength, mobileMasked: self.mobileMasked }
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, control, setError, formState } = useForm<Values>({
    defaultValues: empty,
    resolver: resolverWith(knowledge),
  })
  const { errors, isSubmitting } = formState
  const values = { ...empty, ...useWatch({ control }) }

  const refuse = (error: unknown) => {
    const errors = (error instanceof CallError && error.body.errors) || {}
    const wrong = fieldNames.filter(name => name in errors)
    for (const [index, name] of wrong.entries())
      setError(name, { type: 'server', message: errors[name] }, { shouldFocus: index === 0 })
    if (wrong.length === 0) setFailure(sentenceOf(error))
  }
  const save = async ({ oldPassword, newPassword }: Values) => {
    setFailure('')
    try {
      await call('session.password', { oldPassword, newPassword })
      await onChanged()
    } catch (error) {
      refuse(error)
    }
  }
  return (
    <form className="panel password-form" noValidate onSubmit={event => void handleSubmit(save)(event)}>
      <PasswordField
        label={isInitial ? translate('初始密码') : translate('原密码')}
        registered={register('oldPassword')}
        error={errors.oldPassword?.message}
        autoComplete="current-password"
      />
      <PasswordField
        label={translate('新密码')}
        registered={register('newPassword')}
        error={errors.newPassword?.message}
        autoComplete="new-password"
      >
        <Rules values={values} knowledge={knowledge} />
      </PasswordField>
      <PasswordField
        label={translate('再次输入新密码')}
        registered={register('repeat')}
        error={errors.repeat?.message}
        autoComplete="new-password"
      />
      <p className="field-error" role="alert">
        {failure}
      </p>
      <button type="submit" className="button button-primary" disabled={isSubmitting}>
        {isSubmitting ? translate('保存中…') : isInitial ? translate('设置新密码') : translate('修改密码')}
      </button>
    </form>
  )
}
