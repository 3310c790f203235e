import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { type RefusedApplication, refusedApplicationOf, wantsCaptcha } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { send } from '../../../providers/request.ts'
import { type Credentials, signIn, type SignedIn } from '../../../providers/signIn.ts'
import { offerLanguages, wantedLocale } from '../../../providers/language.ts'
import { halfWidth, mobilePattern } from '../../../resources/kit/clean.ts'
import { setUpDoors } from './doors.ts'
import { byId, make, textAt, valueAt } from './elements.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { showFirm } from './firm.ts'
import { guardComposition } from './guardComposition.ts'
import { setUpMethod } from './lawyerMethod.ts'
import { type LoginOptions, loginOptionsIn } from './loginOptions.ts'
import { setUpPasswordToggle } from './passwordToggle.ts'
import { speak } from './speak.ts'
import { accountLabels, setUpTabs } from './populationTabs.ts'
import { setUpProofs } from './proofs.ts'
import { translate } from '../../../resources/kit/translate.ts'

/** The one line of the form that says what is wrong, and the field it is about. */
const setUpError = (form: HTMLFormElement) => {
  const line = byId('sign-in-error', HTMLElement)
  return (sentence: string, wrong?: HTMLInputElement, next?: HTMLElement) => {
    line.replaceChildren(...(next ? [translate('%{sentence}。', { sentence }), next] : [sentence]))
    for (const input of form.querySelectorAll('input'))
      if (input === wrong) input.setAttribute('aria-invalid', 'true')
      else input.removeAttribute('aria-invalid')
    wrong?.focus()
  }
}

/** The fields, of which some are only asked for at times, and what makes them credentials. */
const setUpFields = (form: HTMLFormElement) => {
  const account = byId('account', HTMLInputElement)
  const password = byId('password', HTMLInputElement)
  const passwordField = byId('password-field', HTMLElement)
  const showError = setUpError(form)
  const tabs = setUpTabs(() => {
    showError('')
    method.show()
  })
  const readAccount = () => {
    account.value = halfWidth(account.value)
    const label = accountLabels[tabs.chosen()]
    if (!account.value) return (showError(translate('请输入%{label}', { label }), account), null)
    return account.value
  }
  const readMobile = () => {
    const mobile = readAccount()
    if (mobile === null || mobilePattern.test(mobile)) return mobile
    return (showError(translate('请输入正确的手机号'), account), null)
  }
  const proofs = setUpProofs({ account, readMobile, showError })
  const method = setUpMethod(tabs.chosen, chosen => {
    passwordField.hidden = chosen === 'sms'
    proofs.choose(chosen)
  })
  const readPassword = () => {
    if (!password.value) return (showError(translate('请输入密码'), password), null)
    const picture = proofs.readPicture()
    return picture && { password: password.value, ...picture }
  }
  const read = (): Credentials | null => {
    const isSms = method.method() === 'sms'
    const name = isSms ? readMobile() : readAccount()
    if (name === null) return null
    const proof = isSms ? proofs.readSms(name) : readPassword()
    const isRemembered = new FormData(form).has('remember')
    return proof && { userType: tabs.chosen(), account: name, isRemembered, ...proof }
  }
  /** Who has proved who he is and was refused before: the way to correct his application. */
  const refused: { latest: (RefusedApplication & { mobile: string }) | null } = { latest: null }
  return { account, tabs, proofs, method, showError, read, refused }
}

type Fields = ReturnType<typeof setUpFields>

const correction = () => make('a', { href: '#register' }, translate('更正后重新提交'))

/** Says why nobody was signed in, where it belongs. */
const refusal =
  ({ account, method, proofs, showError, refused }: Fields) =>
  async (error: unknown) => {
    if (method.method() === 'sms' && error instanceof CallError && error.code === '4002')
      return proofs.refuseSms(translate('短信验证码错误或已过期，请核对后重新输入'))
    const sentence = signInErrorMessage(error, proofs.isPictureShown())
    const application = refusedApplicationOf(error)
    refused.latest = application && { ...application, mobile: account.value }
    if (application) return showError(sentence, undefined, correction())
    const isWanted = wantsCaptcha(error)
    const isAsked = isWanted || proofs.isPictureShown()
    const control = isAsked ? await proofs.renewPicture().catch(() => undefined) : undefined
    showError(sentence, isWanted ? control : undefined)
  }

/** Sends what stands in the form, and shows why it was refused. */
const setUpSubmit = (form: HTMLFormElement, fields: Fields, onSigned: (signed: SignedIn) => void) => {
  const submit = byId('sign-in-submit', HTMLButtonElement)
  const refuse = refusal(fields)
  let isBusy = false
  const setBusy = (value: boolean) => {
    isBusy = value
    submit.setAttribute('aria-disabled', String(value))
    submit.textContent = value ? translate('正在登录...') : translate('登录')
  }
  const attempt = async () => {
    const credentials = fields.read()
    if (!credentials) return
    fields.showError('')
    setBusy(true)
    try {
      onSigned(await signIn(credentials))
    } catch (error) {
      await refuse(error)
    } finally {
      setBusy(false)
    }
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!isBusy) void attempt()
  })
}

/** Shows what the firm offers. */
const offer = (
  form: HTMLFormElement,
  { method, proofs }: Fields,
  { passwordLogin, smsLogin, asksPictureAlways, register }: LoginOptions,
) => {
  method.offer({ password: passwordLogin, sms: smsLogin })
  // Within the form, which may have left the document for what a link leads to.
  for (const link of form.querySelectorAll('a')) link.hidden = link.hash === '#register' && !register
  if (asksPictureAlways && method.method() === 'password') proofs.renewPicture().catch(() => {})
}

/** Fetched when somebody looks for it. */
const setUpContacts = () => {
  const contact = byId('contact', HTMLDetailsElement)
  const open = () =>
    import('./contacts.ts').then(
      it => it.showContacts(contact),
      () => contact.addEventListener('toggle', () => void open(), { once: true }),
    )
  contact.addEventListener('toggle', () => void open(), { once: true })
}

/** Above whichever form stands there, registration and recovery included. */
const followNetwork = () => {
  const note = byId('offline', HTMLElement)
  const show = () => void (note.hidden = navigator.onLine)
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}

type Handlers = {
  /** The user has begun: what comes next may be fetched. */
  onBegin: () => void
  onSigned: (signed: SignedIn) => void
}

/** Where registration and recovery open, and how one comes back from them. */
const setUpEntrances = (
  form: HTMLFormElement,
  fields: Fields,
  given: Promise<LoginOptions>,
  { onSigned }: Handlers,
) =>
  setUpDoors({
    form,
    entrance: async () => ({
      options: await given,
      population: fields.tabs.chosen(),
      account: fields.account.value,
      refused: fields.refused.latest?.mobile === fields.account.value ? fields.refused.latest : null,
      onSigned,
      onLeave: ({ userType, account, sentence = '' }) => {
        if (userType) fields.tabs.choose(userType)
        if (account) fields.account.value = account
        location.hash = ''
        fields.showError(sentence)
      },
    }),
    onFailure: () => fields.showError(translate('页面没有加载完整，请检查网络后重试')),
  })

/** Brings the form of index.html to life. */
export const showSignIn = (handlers: Handlers) => {
  const form = byId('sign-in-form', HTMLFormElement)
  const fields = setUpFields(form)
  fields.tabs.restore()
  followNetwork()
  setUpSubmit(form, fields, handlers.onSigned)
  setUpPasswordToggle(byId('password', HTMLInputElement), byId('show-password', HTMLButtonElement))
  guardComposition(form)
  setUpContacts()
  const language = byId('language', HTMLSelectElement)
  language.addEventListener(
    'change',
    () => void import('./language.ts').then(it => it.chooseLanguage(language)),
  )
  document.documentElement.dataset['stage'] = 'signIn'
  // On a phone the keyboard would cover half of what has just appeared.
  if (window.matchMedia('(pointer: fine)').matches) fields.account.focus()
  // After our own focus, which isn't the user's: what is fetched next has no business in the first second.
  form.addEventListener('focusin', handlers.onBegin, { once: true })
  form.addEventListener('keydown', handlers.onBegin, { once: true })
  // The page does without the firm's name, and without what not every firm offers.
  const conf = send(bootstrapCalls.appConf).catch(() => null)
  setUpEntrances(form, fields, conf.then(loginOptionsIn), handlers)
  void conf.then(it => {
    if (it === null) return
    offerLanguages(valueAt(it, 'languages'))
    speak(wantedLocale(null, textAt(it, 'locale')))
    showFirm(it)
    offer(form, fields, loginOptionsIn(it))
  })
}
