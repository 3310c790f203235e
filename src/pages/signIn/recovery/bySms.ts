import { bootstrapCalls } from '../../../../providers/bootstrapCalls.ts'
import { CallError } from '../../../../providers/envelope.ts'
import { send } from '../../../../providers/request.ts'
import { signIn } from '../../../../providers/signIn.ts'
import type { Population } from '../../../../resources/domain/role.ts'
import { linkButton, stepHead } from '../doorParts.ts'
import type { Entrance } from '../doors.ts'
import { make } from '../elements.ts'
import { signInErrorMessage } from '../errorMessage.ts'
import { newPasswordField } from '../formField.ts'
import { newPasswordError } from '../newPassword.ts'
import { proveMobile } from '../proveMobile.ts'
import { stepForm } from '../stepForm.ts'
import { leaveLink, type Wanted } from './byQuestion.ts'
import { identityField } from './identity.ts'
import { translate } from '../../../../resources/kit/translate.ts'

type Show = (...content: readonly Node[]) => void
type Proof = { userType: Population; mobile: string; ticket: string }

/** The new password is known, so it signs in at once; what stands against that is said over the form. */
const enter = async (entrance: Entrance, { userType, mobile }: Proof, password: string) => {
  try {
    entrance.onSigned(await signIn({ userType, account: mobile, password, isRemembered: false }))
  } catch (error) {
    const isPicture = error instanceof CallError && error.code === '4002'
    const further = isPicture ? translate('请用新密码登录') : signInErrorMessage(error, true)
    entrance.onLeave({
      userType,
      account: mobile,
      sentence: translate('密码已重设。%{further}', { further }),
    })
  }
}

const passwordStep = (entrance: Entrance, proof: Proof, onOverdue: (sentence: string) => void) => {
  const { mobile, ticket, userType } = proof
  const { pwdMinLength: min } = entrance.options
  const password = newPasswordField(
    'new-password',
    translate('新密码'),
    translate('至少%{min}位，不能是常见密码，也不能包含手机号', { min }),
  )
  const { form } = stepForm({
    fields: { newPassword: password },
    content: [password.row],
    label: translate('重设密码并登录'),
    onSubmit: async () => {
      const newPassword = password.control.value
      const wrong = newPasswordError(newPassword, { label: translate('新密码'), min, mobile })
      if (wrong) return { newPassword: wrong }
      try {
        await send(bootstrapCalls.password, { ticket, userType, newPassword })
      } catch (error) {
        const overdue = error instanceof CallError && (error.code === '4002' || error.body.errors?.['mobile'])
        if (!overdue) throw error
        return onOverdue(error.body.errors?.['mobile'] ?? error.message)
      }
      await enter(entrance, proof, newPassword)
    },
  })
  return [
    ...stepHead(translate('设置新密码'), 2, 2),
    form,
    make('p', { class: 'between ways' }, leaveLink(entrance)),
  ]
}

/** By a code to the mobile, which everybody with an account has. */
export const bySms = (
  entrance: Entrance,
  show: Show,
  wanted: Wanted,
  onQuestion: (wanted: Wanted) => void,
) => {
  const start = ({ userType, account }: Wanted, sentence = '') => {
    const identity = identityField(userType)
    const { form, line, typed } = proveMobile({
      scene: 'forgot',
      mobile: account,
      label: translate('下一步'),
      content: [identity.row],
      sendCode: input => send(bootstrapCalls.smsCode, { ...input, scene: 'forgot' }),
      onProved: async (mobile, ticket) => {
        const chosen = identity.read()
        const again = (refused: string) => start({ userType: chosen, account: mobile }, refused)
        show(...passwordStep(entrance, { mobile, ticket, userType: chosen }, again))
      },
    })
    line.textContent = sentence
    const leaveToQuestion = () => onQuestion({ userType: identity.read(), account: typed() || account })
    const other = entrance.options.questionRecovery
      ? [linkButton(translate('用密保问题找回'), leaveToQuestion)]
      : []
    show(
      ...stepHead(translate('找回密码'), 1, 2),
      form,
      make('p', { class: 'between ways' }, leaveLink(entrance), ...other),
    )
  }
  start(wanted)
}
