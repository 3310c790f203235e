import { stripTags } from '../../../resources/kit/index.ts'
import type { PreviewLook } from '../phone/look.ts'
import type { PhoneScreen } from '../phone/Phone.tsx'
import { objectRows } from '../parts/objectRows.ts'
import type { Samples } from '../phone/useSamples.ts'

import './miniPages.css'

type LoginSettings = Readonly<Record<string, unknown>>
type Props = { login: LoginSettings; samples: Samples; look: PreviewLook }

const loginTexts = {
  CN: {
    title: '律师登录',
    passwordLogin: '密码登录',
    smsLogin: '短信登录',
    wechatLogin: '微信登录',
    mobile: '手机号',
    password: '密码',
    code: '验证码',
    picture: '图形验证码',
    enter: '登录',
    register: '注册账号',
    forgotten: '忘记密码',
    required: '必填',
    optional: '选填',
    agree: '我已阅读并同意《用户协议》《隐私政策》',
    remember: '7天内免登录',
  },
  EN: {
    title: 'Sign in',
    passwordLogin: 'Password',
    smsLogin: 'SMS code',
    wechatLogin: 'WeChat',
    mobile: 'Mobile number',
    password: 'Password',
    code: 'Code',
    picture: 'Captcha',
    enter: 'Sign in',
    register: 'Register',
    forgotten: 'Forgot password',
    required: 'required',
    optional: 'optional',
    agree: 'I agree to the terms and the privacy policy',
    remember: 'Stay signed in for 7 days',
  },
} as const

const registrationFieldLabels: Record<string, readonly [string, string]> = {
  organizationId: ['所属律所', 'Office'],
  personType: ['人员类别', 'Role'],
  licenseNumber: ['执业证号', 'Licence number'],
  email: ['邮箱', 'E-mail'],
  inviteCode: ['注册免审码', 'Pass code'],
}

const Registration = ({ login, look }: Props) => {
  const text = loginTexts[look.language]
  const rows = objectRows(login['registerFields'])
  return (
    <section className="mini-section">
      <div className="mini-form-title">{text.register}</div>
      <ul className="mini-inputs">
        {[text.mobile, text.code].map(label => (
          <li key={label}>
            {label}
            <small>{text.required}</small>
          </li>
        ))}
        {rows.map(({ field, required }) => {
          const labels = registrationFieldLabels[String(field)]
          return (
            labels && (
              <li key={labels[0]}>
                {labels[look.language === 'EN' ? 1 : 0]}
                <small>{required ? text.required : text.optional}</small>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** Sign-in screen of a lawyer, with the fields of the registration below. */
export const loginScreen = (props: Props): PhoneScreen => {
  const { login, samples, look } = props
  const text = loginTexts[look.language]
  const methods = (['passwordLogin', 'smsLogin', 'wechatLogin'] as const).filter(it => login[it] === 1)
  const first = methods[0]
  const inputs =
    first === 'smsLogin'
      ? [text.mobile, text.code]
      : first === 'passwordLogin'
        ? [text.mobile, text.password]
        : []
  const hasNotes = [login['agreement'], login['privacy']].some(it => stripTags(String(it ?? '')) !== '')
  const links = [
    ...(login['register'] === 1 ? [text.register] : []),
    ...(login['questionRecovery'] === 1 ? [text.forgotten] : []),
  ]
  return {
    title: text.title,
    content: (
      <div className="mini">
        <section className="mini-section mini-login">
          <p className="mini-login-firm">{samples.firm.name}</p>
          <ul className="mini-methods">
            {methods.map(method => (
              <li key={method} className={method === first ? 'is-current' : undefined}>
                {text[method]}
              </li>
            ))}
          </ul>
          <ul className="mini-inputs">
            {inputs.map(label => (
              <li key={label}>{label}</li>
            ))}
            {login['captcha'] === 'always' && <li>{text.picture}</li>}
          </ul>
          <p className="mini-button">{first === 'wechatLogin' ? text.wechatLogin : text.enter}</p>
          <p className="mini-links">{links.join('　')}</p>
          <small>
            {text.remember}
            {hasNotes && (
              <>
                <br />
                {text.agree}
              </>
            )}
          </small>
        </section>
        {login['register'] === 1 && <Registration {...props} />}
      </div>
    ),
  }
}
