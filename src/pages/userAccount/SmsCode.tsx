import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { call } from '../../../providers/call.ts'
import { retryAfterOf, wantsCaptcha } from '../../../providers/challenge.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { FieldFrame } from '../../fields/FieldFrame.tsx'
import { ariaProps, useField } from '../../fields/useField.ts'
import { Captcha, type CaptchaValue, newCaptcha } from './Captcha.tsx'
import { useCountdown } from './useCountdown.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

/** To which number the code went, and the handle that is sent along with it. */
export type Sent = { mobile: string; smsId: string }

/** Sends the code to the number in the field `mobile`; a server that asks for the picture captcha gets it. */
const useSending = (onSent: (sent: Sent) => void) => {
  const { trigger, getValues, setError } = useFormContext<{ mobile: string; smsCode: string }>()
  const { left, start } = useCountdown()
  const [isSending, setSending] = useState(false)
  const [captcha, setCaptcha] = useState<CaptchaValue | null>(null)

  const refuse = async (error: unknown) => {
    if (wantsCaptcha(error)) setCaptcha(await newCaptcha())
    start(retryAfterOf(error))
    const wrongMobile = error instanceof CallError ? error.body.errors?.['mobile'] : undefined
    setError(wrongMobile ? 'mobile' : 'smsCode', {
      type: 'server',
      message: wrongMobile ?? sentenceOf(error),
    })
  }
  const send = async () => {
    if (!(await trigger('mobile', { shouldFocus: true }))) return
    const mobile = getValues('mobile')
    setSending(true)
    try {
      const proof = captcha && { codeId: captcha.codeId, code: captcha.code.trim() }
      const { smsId, resendIn } = await call('session.queryCode', { mobile, scene: 'changeMobile', ...proof })
      setCaptcha(null)
      start(resendIn)
      onSent({ mobile, smsId })
    } catch (error) {
      await refuse(error).catch(() => {})
    } finally {
      setSending(false)
    }
  }
  return { send, isSending, left, captcha, setCaptcha }
}

type Props = { field: Field<'text'>; source: string; onSent: (sent: Sent) => void }

/** The code that went to the new number, with the button that sends it. */
export const SmsCode = ({ field, source, onSent }: Props) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const { send, isSending, left, captcha, setCaptcha } = useSending(onSent)
  return (
    <>
      {captcha && <Captcha value={captcha} onChange={setCaptcha} />}
      <FieldFrame id={id} field={field} error={error}>
        <div className="sms-code">
          <input
            {...ariaProps(id, { error, field })}
            id={id}
            name={name}
            ref={ref}
            className="control control-number"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '') || null)}
            onBlur={onBlur}
          />
          <button
            type="button"
            className="button"
            disabled={isSending || left > 0}
            onClick={() => void send()}
          >
            {left > 0 ? translate('%{left} 秒后重发', { left }) : translate('获取验证码')}
          </button>
        </div>
      </FieldFrame>
    </>
  )
}
