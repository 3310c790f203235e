import { useTranslate } from 'ra-core'
import { useId } from 'react'

import { isComposing } from '../text/useIme.ts'
import { controlAttributes } from '../aria.ts'
import { FieldControl } from '../FieldControl.tsx'
import type { CaptchaState } from './useCaptcha.ts'

const field = { label: '图形验证码', isRequired: false }

type Props = {
  captcha: CaptchaState
  /** Called when another picture could not be fetched. */
  onFailure: (error: unknown) => void
  /** Called when Enter is pressed, instead of submitting the form. */
  onEnter?: () => void
  id?: string
}

/** The captcha's picture and the input for its code, shown once a picture was loaded. A click on it loads another. */
export const CaptchaInput = ({ captcha, onFailure, onEnter, ...props }: Props) => {
  const translate = useTranslate()
  const ownId = useId()
  const id = props.id ?? ownId
  const { image, isShown, code, attach, type, renew, focus } = captcha
  const described = { id, field, error: captcha.error || undefined }
  if (!isShown) return null
  return (
    <FieldControl {...described}>
      <div className="beside-control">
        <input
          {...controlAttributes(described)}
          className="control"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={8}
          ref={attach}
          value={code}
          onChange={({ target }) => type(target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !onEnter || isComposing(event)) return
            event.preventDefault()
            onEnter()
          }}
        />
        <button
          type="button"
          className="captcha-picture"
          title={translate('换一张')}
          onClick={() => void renew().then(focus, onFailure)}
        >
          <img src={image} alt={translate('验证码图片，点击换一张')} />
        </button>
      </div>
    </FieldControl>
  )
}
