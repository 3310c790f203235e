import { retryAfterOf, wantsCaptcha } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { halfWidth } from '../../../resources/kit/clean.ts'
import { make, textAt, valueAt } from './elements.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { type FormField, inputField } from './formField.ts'
import { type PictureAnswer, pictureCode } from './pictureCode.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Options = {
  id: string
  scene: 'login' | 'register' | 'forgot'
  /** The number to which the code goes; null after it was said what is wrong with it. */
  readMobile: () => string | null
  onWrongMobile: (sentence: string) => void
  send: (input: { mobile: string } & PictureAnswer) => Promise<unknown>
}

/** A button that may be used again in so many seconds, by the clock: a tab in the background ticks less often. */
const countdownOf = (button: HTMLButtonElement) => {
  let end = 0
  const show = () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? translate('%{left} 秒后重发', { left }) : translate('重新获取')
    if (left > 0) setTimeout(show, 1000)
  }
  return (seconds: number) => {
    if (seconds <= 0) return
    end = Date.now() + seconds * 1000
    show()
  }
}

const wrongMobileIn = (error: unknown) =>
  error instanceof CallError ? error.body.errors?.['mobile'] : undefined

type Parts = {
  picture: ReturnType<typeof pictureCode>
  code: FormField<HTMLInputElement>
  button: HTMLButtonElement
  told: HTMLElement
}
type Sent = { mobile: string; smsId: string }

/** Asks for the message: first for the picture captcha, then for the code. */
const askerOf = ({ readMobile, onWrongMobile, send }: Options, { picture, code, button, told }: Parts) => {
  const count = countdownOf(button)
  let sent: Sent | null = null
  const refuse = async (error: unknown) => {
    const wrongMobile = wrongMobileIn(error)
    if (wrongMobile) return onWrongMobile(wrongMobile)
    count(retryAfterOf(error))
    const sentence = signInErrorMessage(error, true)
    if (!wantsCaptcha(error)) {
      // Used up, whatever was said against the message.
      picture.hide()
      return code.setError(sentence)
    }
    await picture.renew()
    picture.setError(sentence)
    picture.control.focus()
  }
  const ask = async () => {
    const mobile = readMobile()
    if (mobile === null) return
    if (!picture.isShown()) {
      await picture.renew()
      return picture.control.focus()
    }
    if (!picture.answer().code) {
      picture.setError(translate('请输入图片中的验证码'))
      return picture.control.focus()
    }
    const answer = await send({ mobile, ...picture.answer() })
    sent = { mobile, smsId: textAt(answer, 'smsId') }
    picture.hide()
    code.setError('')
    told.textContent = translate('验证码已发送至 %{mobile}****%{mobile2}，请查收短信', {
      mobile: mobile.slice(0, 3),
      mobile2: mobile.slice(-4),
    })
    count(Number(valueAt(answer, 'resendIn')) || 60)
    code.control.focus()
  }
  return {
    ask: () => ask().catch(refuse),
    sentTo: (mobile: string) => (sent?.mobile === mobile ? sent : null),
  }
}

/** The code by SMS, and the picture captcha that each message costs. */
export const smsCode = (options: Options) => {
  const { id, scene } = options
  const button = make('button', { type: 'button', class: 'send-code' }, translate('获取验证码'))
  const code = inputField(id, translate('短信验证码'), {
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '6' },
    beside: { className: 'with-code', element: button },
  })
  const told = make('p', { class: 'field-note', role: 'status' })
  code.row.append(told)
  const tell = (error: unknown) => code.setError(signInErrorMessage(error, true))
  const picture = pictureCode(`${id}-picture`, scene, tell)
  const asker = askerOf(options, { picture, code, button, told })
  let isBusy = false
  const askOnce = () => {
    if (isBusy || button.disabled) return
    isBusy = true
    void asker
      .ask()
      .catch(tell)
      .finally(() => {
        isBusy = false
      })
  }
  button.addEventListener('click', askOnce)
  picture.control.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.isComposing) return
    // Sends the message, not the form around it.
    event.preventDefault()
    askOnce()
  })
  return {
    rows: [picture.row, code.row],
    setError: code.setError,
    /** What proves the number; null after it was said what is missing. */
    read: (mobile: string) => {
      const digits = halfWidth(code.control.value)
      const sent = asker.sentTo(mobile)
      const wrong = !sent
        ? translate('请先获取短信验证码')
        : /^\d{6}$/.test(digits)
          ? ''
          : translate('请输入6位短信验证码')
      code.setError(wrong)
      if (sent && !wrong) return { smsId: sent.smsId, smsCode: digits }
      code.control.focus()
      return null
    },
  }
}
