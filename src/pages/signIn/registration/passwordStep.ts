import { bootstrapCalls } from '../../../../providers/bootstrapCalls.ts'
import { CallError } from '../../../../providers/envelope.ts'
import { send } from '../../../../providers/request.ts'
import { linkButton, stepHead } from '../doorParts.ts'
import { make, valueAt } from '../elements.ts'
import { newPasswordField } from '../formField.ts'
import type { LoginOptions } from '../loginOptions.ts'
import { newPasswordError } from '../newPassword.ts'
import { stepForm } from '../stepForm.ts'
import { consentField } from './agreement.ts'
import type { Progress } from './application.ts'
import { inputOf } from './check.ts'
import { translate } from '../../../../resources/kit/translate.ts'

type Options = {
  progress: Progress
  options: LoginOptions
  /** The account is there: 0 waits, 1 may sign in. */
  onRegistered: (status: number, password: string) => Promise<void>
  /** What the server has against an earlier step. */
  onWrong: (errors: Readonly<Record<string, string>>) => void
  /** The proof of the mobile is too old. */
  onOverdue: () => void
  onBack: () => void
}

const own = new Set(['password', 'consentVersion'])

/** The password and the consent; then the application is sent. */
export const passwordStep = ({ progress, options, ...on }: Options) => {
  const { pwdMinLength, agreementVersion } = options
  const password = newPasswordField(
    'new-password',
    translate('密码'),
    translate('至少%{pwdMinLength}位，不能是常见密码，也不能包含手机号', { pwdMinLength }),
  )
  const consent = consentField()
  const errorsIn = () => ({
    password: newPasswordError(password.control.value, {
      label: translate('密码'),
      min: pwdMinLength,
      mobile: progress.mobile,
    }),
    consentVersion: consent.control.checked ? '' : translate('请阅读并同意后再提交'),
  })
  const refuse = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === '4002') return on.onOverdue()
    const errors = error.body.errors ?? {}
    if (Object.keys(errors).some(name => !own.has(name))) return on.onWrong(errors)
    throw error
  }
  const { form } = stepForm({
    fields: { password, consentVersion: consent },
    content: [password.row, consent.row],
    label: translate('提交注册'),
    onSubmit: async () => {
      const errors = errorsIn()
      if (errors.password || errors.consentVersion) return errors
      const input = inputOf(progress, password.control.value, agreementVersion)
      const answer = await send(bootstrapCalls.register, input).catch(refuse)
      if (answer !== undefined)
        await on.onRegistered(Number(valueAt(answer, 'status')), password.control.value)
    },
  })
  const back = make('p', { class: 'between ways' }, linkButton(translate('上一步'), on.onBack))
  return [...stepHead(translate('设置密码'), 3, 3), form, back]
}
