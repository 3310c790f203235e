import type { Population } from '../../../resources/domain/role.ts'
import { byId } from './elements.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Method = 'password' | 'sms'

const methodKey = 'tenant-admin:method'

/** How one proves who one is: administrators by password, lawyers as the firm offers it and they last chose. */
export const setUpMethod = (population: () => Population, onChange: (method: Method) => void) => {
  const button = byId('other-method', HTMLButtonElement)
  let wanted: Method = localStorage.getItem(methodKey) === 'sms' ? 'sms' : 'password'
  // Until the firm's configuration has come: what there always is.
  let offered = { password: true, sms: false }
  const method = (): Method => {
    if (population() === 1 || !offered.sms) return 'password'
    return offered.password ? wanted : 'sms'
  }
  let shown: Method | null = null
  const show = () => {
    button.hidden = population() === 1 || !offered.password || !offered.sms
    button.textContent = method() === 'sms' ? translate('密码登录') : translate('短信验证码登录')
    if (shown === method()) return
    shown = method()
    onChange(shown)
  }
  button.addEventListener('click', () => {
    wanted = method() === 'sms' ? 'password' : 'sms'
    localStorage.setItem(methodKey, wanted)
    show()
  })
  return {
    method,
    show,
    offer: (given: typeof offered) => {
      offered = given
      show()
    },
  }
}
