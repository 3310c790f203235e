import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { CallError } from '../../../providers/envelope.ts'
import { send } from '../../../providers/request.ts'
import { halfWidth, mobilePattern } from '../../../resources/kit/clean.ts'
import { textAt } from './elements.ts'
import { inputField } from './formField.ts'
import type { PictureAnswer } from './pictureCode.ts'
import { smsCode } from './smsCode.ts'
import { stepForm } from './stepForm.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Options = {
  scene: 'register' | 'forgot'
  mobile: string
  label: string
  content?: readonly Node[]
  sendCode: (input: { mobile: string } & PictureAnswer) => Promise<unknown>
  onProved: (mobile: string, ticket: string) => Promise<void>
}

const wrongCode = (error: unknown) => {
  if (error instanceof CallError && error.code === '4002') return null
  throw error
}

/** The mobile and a code to it, which become a ticket for what comes next. */
export const proveMobile = ({ scene, mobile, label, content = [], sendCode, onProved }: Options) => {
  const number = inputField('mobile', translate('手机号'), {
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', maxlength: '20' },
  })
  number.control.value = mobilePattern.test(mobile) ? mobile : ''
  const fail = (sentence: string) => {
    number.setError(sentence)
    number.control.focus()
    return null
  }
  const readMobile = () => {
    number.control.value = halfWidth(number.control.value).replaceAll(/[\s-]/g, '')
    const { value } = number.control
    if (!value) return fail(translate('请输入手机号'))
    return mobilePattern.test(value) ? value : fail(translate('请输入正确的手机号'))
  }
  const sms = smsCode({ id: 'sms-code', scene, readMobile, onWrongMobile: fail, send: sendCode })
  const { form, line } = stepForm({
    fields: { mobile: number },
    content: [...content, number.row, ...sms.rows],
    label,
    onSubmit: async () => {
      const proved = readMobile()
      const code = proved && sms.read(proved)
      if (!proved || !code) return
      const ticket = await send(bootstrapCalls.checkSmsCode, { mobile: proved, ...code }).catch(wrongCode)
      if (ticket === null) return sms.setError(translate('短信验证码错误或已过期，请核对后重新输入'))
      await onProved(proved, textAt(ticket, 'ticket'))
    },
  })
  return { form, line, typed: () => number.control.value }
}
