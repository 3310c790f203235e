import { useId } from 'react'

import { call } from '../../../providers/call.ts'
import { text } from '../../../resources/kit/index.ts'
import { FieldFrame } from '../../fields/FieldFrame.tsx'
import { localized } from '../../../resources/kit/translate.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

/** The picture that was asked for, and what was read from it. */
export type CaptchaValue = { codeId: string; image: string; code: string }

export const newCaptcha = async (): Promise<CaptchaValue> => ({
  ...(await call('session.code', { scene: 'forgot' })),
  code: '',
})

const field = localized(text('图形验证码', { max: 10 }))

type Props = { value: CaptchaValue; onChange: (value: CaptchaValue) => void }

/** Shown when the server wants to know that a person asks. */
export const Captcha = ({ value, onChange }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const renew = async () => onChange(await newCaptcha())
  return (
    <FieldFrame id={id} field={field} error={undefined}>
      <div className="sms-code">
        <input
          id={id}
          className="control"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={10}
          value={value.code}
          onChange={({ target }) => onChange({ ...value, code: target.value })}
        />
        <button
          type="button"
          className="button captcha"
          aria-label={translate('看不清，换一张')}
          onClick={() => void renew().catch(() => {})}
        >
          <img src={value.image} alt={translate('图形验证码')} />
        </button>
      </div>
    </FieldFrame>
  )
}
