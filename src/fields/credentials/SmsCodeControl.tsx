import { useTranslate } from 'ra-core'
import type { ComponentProps } from 'react'

import { controlAttributes, type DescribedControl } from '../aria.ts'
import { FieldControl } from '../FieldControl.tsx'
import { CaptchaInput } from './CaptchaInput.tsx'
import type { SmsCodeState } from './useSmsCode.ts'

type Props = Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'ref'> & {
  described: DescribedControl
  sms: SmsCodeState
  value: string
  onCode: (code: string) => void
}

type NoteProps = { mobile: string; isForAnybody: boolean }

/**
 * Note after a code was requested. It does not confirm delivery, and for sign-in and recovery not even that the
 * number has an account.
 */
const SentNote = ({ mobile, isForAnybody }: NoteProps) => {
  const translate = useTranslate()
  const parts = { mobile: mobile.slice(0, 3), mobile2: mobile.slice(-4) }
  return isForAnybody
    ? translate('验证码短信正在发往 %{mobile}****%{mobile2}，未收到时请稍后重新获取', parts)
    : translate(
        '如果 %{mobile}****%{mobile2} 已有账号，验证码短信正在发往该手机号；未收到时请核对号码或稍后重新获取',
        parts,
      )
}

/** Input for an SMS code, with the button that requests it and the captcha that the request may need. */
export const SmsCodeControl = ({ described, sms, value, onCode, ...attributes }: Props) => {
  const translate = useTranslate()
  const { secondsLeft, sent, ask } = sms
  return (
    <>
      <CaptchaInput
        id={`${described.id}-picture`}
        captcha={sms.captcha}
        onFailure={sms.onCaptchaFailure}
        onEnter={ask}
      />
      <FieldControl {...described}>
        <div className="beside-control">
          <input
            {...attributes}
            {...controlAttributes(described)}
            className="control control-number"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value}
            onChange={({ target }) => onCode(target.value)}
          />
          <button type="button" className="button" disabled={secondsLeft > 0} onClick={ask}>
            {secondsLeft > 0
              ? translate('%{left} 秒后重发', { left: secondsLeft })
              : sent
                ? translate('重新获取')
                : translate('获取验证码')}
          </button>
        </div>
        <p className="field-note" role="status">
          {sent && <SentNote mobile={sent.mobile} isForAnybody={sms.isForAnybody} />}
        </p>
      </FieldControl>
    </>
  )
}
