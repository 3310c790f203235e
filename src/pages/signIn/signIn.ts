import { signIn } from '../../../providers/authProvider.ts'
import { early } from '../../../providers/early.ts'
import { send } from '../../../providers/request.ts'
import { halfWidth } from '../../../resources/kit/clean.ts'
import type { Population } from '../../../resources/kit/role.ts'
import type { Self } from '../../../resources/session.ts'
import { refusalSentence, wantsCaptcha } from './sentences.ts'

const populationKey = 'tenant-admin:population'
const accountLabels: Record<Population, string> = { 1: '账号', 2: '手机号' }

const byId = <E extends HTMLElement = HTMLElement>(id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`index.html has no #${id}`)
  return element as E
}

/** What of conf.app is public, as far as it is shown here. */
type PublicConf = {
  firm?: { name?: string }
  assets?: { imgs?: { logo?: string; logoDark?: string } }
  icp?: { icpNo?: string }
}

const showFirm = ({ firm, assets, icp }: PublicConf) => {
  const name = firm?.name
  if (name) {
    byId('firm-name').textContent = name
    document.title = `登录 - ${name}`
  }
  const logo = byId<HTMLImageElement>('firm-logo')
  // The letterhead is dark in either theme.
  const picture = assets?.imgs?.logoDark || assets?.imgs?.logo
  if (picture) {
    logo.addEventListener('load', () => {
      logo.hidden = false
      byId('firm-mark').toggleAttribute('hidden', true)
    })
    logo.src = picture
  }
  if (icp?.icpNo) showIcp(icp.icpNo)
}

const showIcp = (icpNo: string) => {
  const link = document.createElement('a')
  link.href = 'https://beian.miit.gov.cn/'
  link.rel = 'noreferrer'
  link.target = '_blank'
  link.textContent = icpNo
  byId('sign-in-footer').replaceChildren(link)
}

/** The two populations as tabs: arrows move, the choice is remembered. */
const tabs = () => {
  const buttons = [byId<HTMLButtonElement>('tab-1'), byId<HTMLButtonElement>('tab-2')]
  const account = byId<HTMLInputElement>('account')
  let chosen: Population = 1
  const choose = (userType: Population) => {
    chosen = userType
    for (const button of buttons) {
      const isChosen = button.dataset['userType'] === String(userType)
      button.setAttribute('aria-selected', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
    }
    byId('sign-in-panel').setAttribute('aria-labelledby', `tab-${userType}`)
    byId('account-label').textContent = accountLabels[userType]
    account.inputMode = userType === 2 ? 'tel' : 'text'
    localStorage.setItem(populationKey, String(userType))
  }
  buttons.forEach((button, index) => {
    const userType = index === 0 ? 1 : 2
    button.addEventListener('click', () => choose(userType))
    button.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      choose(userType === 1 ? 2 : 1)
      buttons[1 - index]?.focus()
    })
  })
  choose(localStorage.getItem(populationKey) === '2' ? 2 : 1)
  return () => chosen
}

const captcha = () => {
  const field = byId('captcha')
  const code = byId<HTMLInputElement>('code')
  let codeId = ''
  const renew = async () => {
    code.value = ''
    const answer = (await send(early.captcha, { scene: 'login' })) as { codeId: string; image: string }
    codeId = answer.codeId
    byId<HTMLImageElement>('code-picture').src = answer.image
    field.hidden = false
  }
  byId('new-code').addEventListener('click', () => {
    renew().then(
      () => code.focus(),
      error => showError(refusalSentence(error, true)),
    )
  })
  return { renew, isShown: () => !field.hidden, answer: () => ({ codeId, code: code.value.trim() }) }
}

const showError = (sentence: string, wrong?: HTMLInputElement) => {
  byId('sign-in-error').textContent = sentence
  for (const input of byId('sign-in-form').querySelectorAll('input'))
    if (input === wrong) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  wrong?.focus()
}

const passwordToggle = () => {
  const password = byId<HTMLInputElement>('password')
  const button = byId<HTMLButtonElement>('show-password')
  button.addEventListener('click', () => {
    const isShown = password.type === 'text'
    password.type = isShown ? 'password' : 'text'
    button.setAttribute('aria-pressed', String(!isShown))
    button.textContent = isShown ? '显示' : '隐藏'
    button.setAttribute('aria-label', isShown ? '显示密码' : '隐藏密码')
  })
}

/** An input method's Enter takes a word; Safari would also submit the form. */
const guardComposition = (form: HTMLFormElement) =>
  form.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault()
  })

type Handlers = {
  /** The user has begun: what comes next may be fetched. */
  onBegin: () => void
  onSigned: (self: Self) => void
}

/** Brings the form of index.html to life. */
export const showSignIn = ({ onBegin, onSigned }: Handlers) => {
  const form = byId<HTMLFormElement>('sign-in-form')
  const submit = byId<HTMLButtonElement>('sign-in-submit')
  const account = byId<HTMLInputElement>('account')
  const password = byId<HTMLInputElement>('password')
  const code = byId<HTMLInputElement>('code')
  const population = tabs()
  const picture = captcha()
  let isBusy = false

  const setBusy = (value: boolean) => {
    isBusy = value
    submit.setAttribute('aria-disabled', String(value))
    submit.textContent = value ? '正在登录...' : '登录'
  }
  const refuse = async (error: unknown) => {
    const sentence = refusalSentence(error, picture.isShown())
    const isAsked = wantsCaptcha(error)
    if (isAsked || picture.isShown()) await picture.renew().catch(() => {})
    showError(sentence, isAsked ? code : undefined)
  }
  const attempt = async () => {
    account.value = halfWidth(account.value)
    if (!account.value) return showError(`请输入${accountLabels[population()]}`, account)
    if (!password.value) return showError('请输入密码', password)
    if (picture.isShown() && !code.value.trim()) return showError('请输入图片中的验证码', code)
    showError('')
    setBusy(true)
    try {
      const isRemembered = new FormData(form).has('remember')
      const credentials = {
        userType: population(),
        account: account.value,
        password: password.value,
        isRemembered,
      }
      onSigned(await signIn({ ...credentials, ...(picture.isShown() && { captcha: picture.answer() }) }))
    } catch (error) {
      await refuse(error)
    } finally {
      setBusy(false)
    }
  }

  passwordToggle()
  guardComposition(form)
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!isBusy) void attempt()
  })
  document.documentElement.dataset['stage'] = 'signIn'
  // On a phone the keyboard would cover half of what has just appeared.
  if (window.matchMedia('(pointer: fine)').matches) account.focus()
  // After our own focus, which isn't the user's: what is fetched next has no business in the first second.
  form.addEventListener('focusin', onBegin, { once: true })
  form.addEventListener('keydown', onBegin, { once: true })
  send(early.appConf).then(
    conf => showFirm((conf ?? {}) as PublicConf),
    () => {}, // The page does without the firm's name.
  )
}
