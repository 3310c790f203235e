import { useTranslate } from 'ra-core'

import type { RegistrationState } from '../../../providers/registration.ts'
import { TextButton } from '../Heading.tsx'
import { OutcomePage } from '../OutcomePage.tsx'

type Props = {
  mobile: string
  standing: RegistrationState
  /** Returns to the sign-in form with the mobile number filled in. */
  onSignIn: () => void
  onRecover: () => void
  onCorrect: () => void
}

/** Shown if the mobile number is registered already: the state of the account (docs/domain.md §4) and the next step. */
export const AccountStanding = ({ mobile, standing, onSignIn, onRecover, onCorrect }: Props) => {
  const translate = useTranslate()
  const { status, reason } = standing
  const toSignIn = { label: translate('返回登录'), onClick: onSignIn }
  if (status === 0)
    return (
      <OutcomePage tone="waiting" title={translate('注册申请审核中')} action={toSignIn}>
        {translate('%{mobile} 的申请已提交，管理员审核通过后即可登录。需要尽快开通时，请联系管理员。', {
          mobile,
        })}
      </OutcomePage>
    )
  if (status === 2)
    return (
      <OutcomePage
        tone="bad"
        title={translate('注册申请未通过')}
        action={{ label: translate('更正后重新提交'), onClick: onCorrect }}
        further={<TextButton onClick={onSignIn}>{translate('返回登录')}</TextButton>}
      >
        <p className="outcome-reason">{reason || translate('管理员没有写明原因，请联系管理员')}</p>
        {translate('更正后可以重新提交，已填写的资料会保留。')}
      </OutcomePage>
    )
  if (status === 3 || status === 4)
    return (
      <OutcomePage
        tone="info"
        title={status === 3 ? translate('账号已停用') : translate('您已办理离所')}
        action={toSignIn}
      >
        {translate('账号已停止使用。如需恢复，请联系管理员。')}
      </OutcomePage>
    )
  return (
    <OutcomePage
      tone="good"
      title={translate('该手机号已注册')}
      action={{ label: translate('去登录'), onClick: onSignIn }}
      further={<TextButton onClick={onRecover}>{translate('忘记密码')}</TextButton>}
    >
      {translate('请直接登录。忘记密码时，可以用短信验证码重设。')}
    </OutcomePage>
  )
}
