import { linkButton, outcome } from '../doorParts.ts'
import { make } from '../elements.ts'
import { translate } from '../../../../resources/kit/translate.ts'

type Ways = {
  /** Back to the sign-in form with the mobile in it. */
  signIn: () => void
  recover: () => void
  correct: () => void
}

const leave = (ways: Ways) => [linkButton(translate('返回登录'), ways.signIn)]

/** Registered before: how the account stands, and what to do. By the status of a lawyer (domain.md §4). */
export const standing = (
  status: number,
  { mobile, reason }: { mobile: string; reason: string },
  ways: Ways,
) => {
  if (status === 0)
    return outcome({
      tone: 'waiting',
      title: translate('注册申请审核中'),
      text: [
        translate('%{mobile} 的申请已提交，管理员审核通过后即可登录。需要尽快开通时，请联系管理员。', {
          mobile,
        }),
      ],
      action: [translate('返回登录'), ways.signIn],
    })
  if (status === 2)
    return outcome({
      tone: 'bad',
      title: translate('注册申请未通过'),
      text: [
        make('p', { class: 'outcome-reason' }, reason || translate('管理员没有写明原因，请联系管理员')),
        translate('更正后可以重新提交，已填写的资料会保留。'),
      ],
      action: [translate('更正后重新提交'), ways.correct],
      further: leave(ways),
    })
  if (status === 3 || status === 4)
    return outcome({
      tone: 'info',
      title: status === 3 ? translate('账号已停用') : translate('您已办理离所'),
      text: [translate('账号已停止使用。如需恢复，请联系管理员。')],
      action: [translate('返回登录'), ways.signIn],
    })
  return outcome({
    tone: 'good',
    title: translate('该手机号已注册'),
    text: [translate('请直接登录。忘记密码时，可以用短信验证码重设。')],
    action: [translate('去登录'), ways.signIn],
    further: [linkButton(translate('忘记密码'), ways.recover)],
  })
}
