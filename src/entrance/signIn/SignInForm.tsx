import { useTranslate } from 'ra-core'
import { type RefObject, useEffect, useEffectEvent } from 'react'

import type { LoginOptions } from '../../../providers/publicConf.ts'
import type { PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { CaptchaInput } from '../../fields/credentials/CaptchaInput.tsx'
import { PasswordControl } from '../../fields/credentials/PasswordControl.tsx'
import { SmsCodeControl } from '../../fields/credentials/SmsCodeControl.tsx'
import { FieldControl } from '../../fields/FieldControl.tsx'
import { preventComposingSubmit } from '../../fields/text/useIme.ts'
import { prefetchHashPage } from '../hashPages/hashPages.tsx'
import { TextButton } from '../Heading.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PopulationTabs } from './PopulationTabs.tsx'
import { formInput } from './formInputs.ts'
import { type SignInValues, useSignInFormStart } from './formStart.ts'
import { useTitle } from '../title.ts'
import { accountFields, type Problem } from './useCredentials.ts'
import { usePasskeySignIn } from './usePasskeySignIn.ts'
import { useSignOn } from '../signOn/useSignOn.ts'
import { type RefusedSignIn, useSignIn } from './useSignIn.ts'

const errorId = 'sign-in-error'
const passwordField = { label: '密码', isRequired: false }
const codeField = { label: '短信验证码', isRequired: false }

const ProblemLine = ({ problem }: { problem: Problem | null }) => {
  const translate = useTranslate()
  return (
    <p className="error" id={errorId} role="alert">
      {problem?.isCorrectable ? (
        <>
          {translate('%{sentence}。', { sentence: problem.sentence(translate) })}
          <a href="#register">{translate('更正后重新提交')}</a>
        </>
      ) : (
        problem?.sentence(translate)
      )}
    </p>
  )
}

/** Links to recovery and registration; hidden until the firm's configuration is loaded. */
const EntranceLinks = ({ options }: { options: LoginOptions | null }) => {
  const translate = useTranslate()
  return (
    <p className="between ways">
      <a href="#recover" hidden={!options} onPointerOver={() => prefetchHashPage('#recover')}>
        {translate('忘记密码')}
      </a>
      <a href="#register" hidden={!options?.register} onPointerOver={() => prefetchHashPage('#register')}>
        {translate('注册律师账号')}
      </a>
    </p>
  )
}

type FieldState = { isWrong: boolean }

const AccountField = ({ population, isWrong }: FieldState & { population: Population }) => (
  <FieldControl id="account" field={accountFields[population]} error={undefined}>
    <input
      id="account"
      name="account"
      className="control"
      inputMode={population === 2 ? 'tel' : 'text'}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      aria-invalid={isWrong || undefined}
      aria-describedby={errorId}
    />
  </FieldControl>
)

const PasswordField = ({ isWrong }: FieldState) => {
  const translate = useTranslate()
  return (
    <FieldControl id="password" field={passwordField} error={undefined}>
      <PasswordControl
        id="password"
        name="password"
        label={translate(passwordField.label)}
        autoComplete="current-password"
        aria-invalid={isWrong || undefined}
        aria-describedby={errorId}
      />
    </FieldControl>
  )
}

type FieldsProps = {
  signIn: ReturnType<typeof useSignIn>
  population: Population
  problem: Problem | null
}

/**
 * Account and password, or mobile number and SMS code. The password input is only hidden, so that it keeps its value.
 */
const CredentialFields = ({ signIn, population, problem }: FieldsProps) => {
  const translate = useTranslate()
  const { method, captcha, sms, chooseOther } = signIn
  return (
    <>
      <AccountField population={population} isWrong={problem?.wrong === 'account'} />
      <div hidden={method === 'sms'}>
        <PasswordField isWrong={problem?.wrong === 'password'} />
        <CaptchaInput id="code" captcha={captcha} onFailure={signIn.onCaptchaFailure} />
      </div>
      {method === 'sms' && (
        <SmsCodeControl
          name="smsCode"
          described={{ id: 'sms-code', field: codeField, error: signIn.codeError || undefined }}
          sms={sms}
          value={signIn.code}
          onCode={signIn.typeCode}
        />
      )}
      <div className="between">
        <label className="remember">
          <input type="checkbox" name="remember" />
          {translate('7天内自动登录')}
        </label>
        {chooseOther && (
          <TextButton onClick={chooseOther}>
            {method === 'sms' ? translate('密码登录') : translate('短信验证码登录')}
          </TextButton>
        )}
      </div>
    </>
  )
}

type Props = {
  /** Ref to the form element, whose inputs hold the values. */
  form: RefObject<HTMLFormElement | null>
  /** Values to restore after registration or recovery; null on the first visit. */
  keptValues: SignInValues | null
  /** Called when the user starts typing. */
  onBegin: () => void
  population: Population
  onPopulation: (userType: Population) => void
  /** Null until the firm's configuration is loaded. */
  options: LoginOptions | null
  problem: Problem | null
  onProblem: (problem: Problem | null) => void
  onSigned: (signed: SignInResult) => void
  onRefused: (refused: RefusedSignIn | null) => void
  onFactor: (asked: PendingFactor) => Promise<void>
}

/**
 * The prerendered form. Its values are in the inputs instead of React state, because users may type before the code
 * is loaded.
 */
export const SignInForm = ({ form, keptValues, onBegin, population, options, problem, ...on }: Props) => {
  const translate = useTranslate()
  const signIn = useSignIn({ form, population, options, showProblem: on.onProblem, ...on })
  const { method, captcha, isBusy, submit } = signIn
  const passkey = usePasskeySignIn({
    onSigned: on.onSigned,
    showProblem: sentence => on.onProblem(sentence && { sentence }),
  })
  const signOn = useSignOn(sentence => on.onProblem(sentence && { sentence }))
  const chosen = () => ({
    userType: population,
    isRemembered: formInput(form.current, 'remember').checked,
  })
  useTitle(translate('登录'))
  useSignInFormStart(form, keptValues, onBegin)
  const needsCaptcha = options?.asksPictureAlways === true && method === 'password'
  const loadCaptcha = useEffectEvent(() => void captcha.renew().catch(() => {}))
  useEffect(() => {
    if (needsCaptcha) loadCaptcha()
  }, [needsCaptcha])
  const choose = (userType: Population) => {
    on.onProblem(null)
    on.onPopulation(userType)
  }
  return (
    // `post` prevents that a form submitted before the code is loaded puts the password into the address.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The key events of all inputs bubble to this element.
    <form
      className="sign-in-form"
      id="sign-in-form"
      method="post"
      noValidate
      ref={form}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={preventComposingSubmit}
    >
      <h1 tabIndex={-1}>{translate('登录')}</h1>
      <PopulationTabs chosen={population} onChoose={choose} />
      <div role="tabpanel" id="sign-in-panel" aria-labelledby={`tab-${population}`}>
        <CredentialFields signIn={signIn} population={population} problem={problem} />
        <ProblemLine problem={problem} />
        <button type="submit" className="primary" id="sign-in-submit" aria-disabled={isBusy}>
          {isBusy ? translate('正在登录...') : translate('登录')}
        </button>
        <OtherWays
          options={options}
          population={population}
          isBusy={passkey.isBusy || signOn.isBusy}
          onPasskey={() => void passkey.start(chosen())}
          onSignOn={way => void signOn.start({ way, ...chosen() })}
        />
      </div>
      <EntranceLinks options={options} />
    </form>
  )
}
