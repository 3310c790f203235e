import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { send } from '../../../providers/request.ts'
import { byId } from './elements.ts'
import { signInErrorMessage } from './errorMessage.ts'
import type { pictureCode } from './pictureCode.ts'
import type { smsCode } from './smsCode.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Options = {
  account: HTMLInputElement
  readMobile: () => string | null
  showError: (sentence: string, wrong?: HTMLInputElement) => void
}

/** The picture captcha and the code by SMS: in the document, and fetched at all, only where one is asked for. */
export const setUpProofs = ({ account, readMobile, showError }: Options) => {
  const place = byId('proofs', HTMLElement)
  let picture: ReturnType<typeof pictureCode> | undefined
  let sms: ReturnType<typeof smsCode> | undefined
  let isSms = false
  // Both have a picture, of which one at most is in the document.
  const show = () => place.replaceChildren(...(isSms ? (sms?.rows ?? []) : picture ? [picture.row] : []))
  const loadPicture = async () => {
    const module = await import('./pictureCode.ts')
    picture ??= module.pictureCode('code', 'login', error => showError(signInErrorMessage(error, true)))
    show()
    return picture
  }
  const loadSms = async () => {
    const module = await import('./smsCode.ts')
    sms ??= module.smsCode({
      id: 'sms-code',
      scene: 'login',
      readMobile,
      onWrongMobile: sentence => showError(sentence, account),
      send: input => (showError(''), send(bootstrapCalls.smsCode, { ...input, scene: 'login' })),
    })
    show()
  }
  const loadSmsOrSay = () => loadSms().catch(() => showError(translate('页面没有加载完整，请检查网络后重试')))
  return {
    choose: (method: 'password' | 'sms') => {
      isSms = method === 'sms'
      picture?.hide()
      showError('')
      show()
      if (isSms && !sms) void loadSmsOrSay()
    },
    /** A new picture; answers the field below it. */
    renewPicture: async () => {
      const { renew, control } = await loadPicture()
      await renew()
      return control
    },
    isPictureShown: () => picture?.isShown() ?? false,
    /** What goes along with the password; null after it was said that it is missing. */
    readPicture: () => {
      if (!picture?.isShown()) return {}
      if (picture.answer().code) return { captcha: picture.answer() }
      return (showError(translate('请输入图片中的验证码'), picture.control), null)
    },
    /** The same of the code by SMS. */
    readSms: (mobile: string) => {
      const code = sms?.read(mobile)
      if (!sms) void loadSmsOrSay()
      return code ? { sms: code } : null
    },
    refuseSms: (sentence: string) => sms?.setError(sentence),
  }
}
