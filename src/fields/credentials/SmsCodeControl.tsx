import type { ComponentProps } from 'react'

import { useTranslate } from '../../i18n/useTranslate.ts'
import { ariaProps, type Described } from '../aria.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { CaptchaInput } from './CaptchaInput.tsx'
import type { SmsCodeState } from './useSmsCode.ts'

type Props = Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'ref'> & {
  id: string
  field: Described
  sms: SmsCodeState
  value: string
  onCode: (code: string) => void
  error: string | undefined
}

/** A code by SMS with the button that sends it, below the captcha that a message costs. */
export const SmsCodeControl = ({ id, field, sms, value, onCode, error, ...attributes }: Props) => {
  const translate = useTranslate()
  const { left, sent, ask } = sms
  return (
    <>
      <CaptchaInput
        id={`${id}-picture`}
        captcha={sms.captcha}
        onFailure={sms.onCaptchaFailure}
        onEnter={ask}
      />
      <FieldFrame id={id} field={field} error={error}>
        <div className="beside-control">
          <input
            {...attributes}
            {...ariaProps(id, { error, field })}
            id={id}
            className="control control-number"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value}
            onChange={({ target }) => onCode(target.value)}
          />
          <button type="button" className="button" disabled={left > 0} onClick={ask}>
            {left > 0
              ? translate('%{left} 秒后重发', { left })
              : sent
                ? translate('重新获取')
                : translate('获取验证码')}
          </button>
        </div>
        <p className="field-note" role="status">
          {sent &&
            translate('验证码已发送至 %{mobile}****%{mobile2}，请查收短信', {
              mobile: sent.mobile.slice(0, 3),
              mobile2: sent.mobile.slice(-4),
            })}
        </p>
      </FieldFrame>
    </>
  )
}
