import { bootstrapCalls } from '../../../../providers/bootstrapCalls.ts'
import { wantsCaptcha } from '../../../../providers/challenge.ts'
import { CallError } from '../../../../providers/envelope.ts'
import { send } from '../../../../providers/request.ts'
import { enterBy } from '../../../../providers/signIn.ts'
import type { Population } from '../../../../resources/domain/role.ts'
import { halfWidth } from '../../../../resources/kit/clean.ts'
import { linkButton, stepHead } from '../doorParts.ts'
import type { Entrance } from '../doors.ts'
import { make, textAt } from '../elements.ts'
import { signInErrorMessage } from '../errorMessage.ts'
import { inputField, newPasswordField } from '../formField.ts'
import { newPasswordError } from '../newPassword.ts'
import { pictureCode } from '../pictureCode.ts'
import { stepForm } from '../stepForm.ts'
import { identityField } from './identity.ts'
import { translate } from '../../../../resources/kit/translate.ts'

type Show = (...content: readonly Node[]) => void
/** Whose password it is, as far as that was said. */
export type Wanted = { userType: Population; account: string }

/** The question, its answer, the code that was sent beside it, and the new password: all at once (promise Q09). */
const answerStep = (entrance: Entrance, who: Wanted, asked: unknown, onBack: () => void) => {
  const { pwdMinLength: min } = entrance.options
  const answer = inputField('answer', translate('答案'), {
    hint: translate('不区分大小写和空格'),
    attributes: { autocomplete: 'off', maxlength: '40' },
  })
  const code = inputField('sms-code', translate('短信验证码'), {
    hint: translate('已发送到账号绑定的手机号，5分钟内有效'),
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '6' },
  })
  const password = newPasswordField(
    'new-password',
    translate('新密码'),
    translate('至少%{min}位，不能是常见密码，也不能包含手机号', { min }),
  )
  const read = () => ({
    ticket: textAt(asked, 'ticket'),
    answer: answer.control.value,
    smsCode: halfWidth(code.control.value),
    newPassword: password.control.value,
  })
  const { form } = stepForm({
    fields: { answer, smsCode: code, newPassword: password },
    content: [answer.row, code.row, password.row],
    label: translate('重设密码并登录'),
    onSubmit: async () => {
      const input = read()
      const errors = {
        answer: input.answer.trim() ? '' : translate('请输入答案'),
        smsCode: /^\d{6}$/.test(input.smsCode) ? '' : translate('请输入6位短信验证码'),
        newPassword: newPasswordError(input.newPassword, { label: translate('新密码'), min, mobile: '' }),
      }
      if (errors.answer || errors.smsCode || errors.newPassword) return errors
      try {
        entrance.onSigned(
          await enterBy(bootstrapCalls.loginByQuestion, input, { ...who, isRemembered: false }),
        )
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== '4002') throw error
        return { answer: translate('%{message}，请核对后重试', { message: error.message }) }
      }
    },
  })
  const question = make('p', { class: 'question' }, translate(textAt(asked, 'question')))
  const back = make('p', { class: 'between ways' }, linkButton(translate('重新开始'), onBack))
  return [...stepHead(translate('回答密保问题'), 2, 2), question, form, back]
}

/** By the security question, where the firm has switched it on. */
export const byQuestion = (
  entrance: Entrance,
  show: Show,
  wanted: Wanted,
  onSms: (wanted: Wanted) => void,
) => {
  const identity = identityField(wanted.userType)
  const account = inputField('recover-account', translate('账号或手机号'), {
    attributes: { autocomplete: 'username', maxlength: '60' },
  })
  account.control.value = wanted.account
  const picture = pictureCode('picture', 'forgot', error => picture.setError(signInErrorMessage(error, true)))
  const typed = (): Wanted => ({ userType: identity.read(), account: account.control.value })
  const { form } = stepForm({
    fields: { account, code: picture },
    content: [identity.row, account.row, picture.row],
    label: translate('下一步'),
    onSubmit: async () => {
      const name = halfWidth(account.control.value)
      const answer = picture.answer()
      const errors = {
        account: name ? '' : translate('请输入账号或手机号'),
        code: answer.code ? '' : translate('请输入图片中的验证码'),
      }
      if (errors.account || errors.code) return errors
      try {
        const who = { account: name, userType: identity.read() }
        const asked = await send(bootstrapCalls.loginByQuestion, { ...who, ...answer })
        show(...answerStep(entrance, who, asked, () => byQuestion(entrance, show, who, onSms)))
      } catch (error) {
        await picture.renew()
        if (!wantsCaptcha(error)) throw error
        return { code: signInErrorMessage(error, true) }
      }
    },
  })
  const ways = make(
    'p',
    { class: 'between ways' },
    linkButton(translate('用短信验证码找回'), () => onSms(typed())),
    leaveLink(entrance),
  )
  show(...stepHead(translate('找回密码'), 1, 2), form, ways)
  picture.renew().catch((error: unknown) => account.setError(signInErrorMessage(error, true)))
}

export const leaveLink = (entrance: Entrance) => linkButton(translate('返回登录'), () => entrance.onLeave({}))
