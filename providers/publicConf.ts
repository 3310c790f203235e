import { textAt, valueAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import type { CaptchaAnswer } from './proofs.ts'
import { rememberFirm, send } from './request.ts'
import type { SignOnWay } from '../resources/domain/signOn.ts'

// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

/** The sign-in options of the firm (docs/domain.md §6.6). */
export type LoginOptions = {
  passwordLogin: boolean
  smsLogin: boolean
  register: boolean
  questionRecovery: boolean
  asksPictureAlways: boolean
  pwdMinLength: number
  agreementVersion: string
  /**
   * The fields that the firm's registration form asks for, as the back-end lists them; undefined if it lists none.
   */
  registerFields: unknown
  /** Whether the back-end knows passkeys. */
  passkey: boolean
  /** The firm's identity providers. */
  signOn: readonly SignOnOffer[]
}

/** An identity provider, and whom it can sign in. */
type SignOnOffer = { way: SignOnWay; name: string; userTypes: readonly unknown[] }

const isOn = (value: unknown, byDefault: boolean) => (value == null ? byDefault : Number(value) === 1)

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = valueAt(value, name)
  return Array.isArray(list) ? list : []
}

const signOnOffersIn = (login: unknown): SignOnOffer[] =>
  listAt(login, 'sso').flatMap(offer => {
    const way = textAt(offer, 'way')
    return way === 'openId' || way === 'wecom'
      ? [{ way, name: textAt(offer, 'name'), userTypes: listAt(offer, 'userTypes') }]
      : []
  })

/** Reads the sign-in options from `conf.app`; missing ones have the defaults of a new firm. */
export const loginOptionsIn = (conf: unknown): LoginOptions => {
  const login = valueAt(conf, 'login')
  const length = Number(valueAt(login, 'pwdMinLength'))
  return {
    passwordLogin: isOn(valueAt(login, 'passwordLogin'), true),
    smsLogin: isOn(valueAt(login, 'smsLogin'), true),
    register: isOn(valueAt(login, 'register'), true),
    questionRecovery: isOn(valueAt(login, 'questionRecovery'), false),
    asksPictureAlways: textAt(login, 'captcha') === 'always',
    pwdMinLength: length > 0 ? length : 10,
    agreementVersion: textAt(login, 'agreementVersion') || '1',
    registerFields: valueAt(login, 'registerFields'),
    passkey: isOn(valueAt(login, 'passkey'), false),
    signOn: signOnOffersIn(login),
  }
}

/** The public part of the firm's configuration. */
export type PublicConf = {
  name: string
  logo: string
  background: string
  illustration: string
  favicon: string
  icp: Record<'icpNo' | 'icpUrl' | 'psbNo' | 'psbUrl' | 'copyright', string>
  login: LoginOptions
  languages: unknown
  locale: string
  /** Whether this is a demo that is emptied each hour. */
  isDemoReset: boolean
}

/** Fetches `conf.app`, unread. Later calls are sent to the firm that it names. */
export const fetchConf = async (): Promise<unknown> => {
  const conf = await send(bootstrapCalls.appConf)
  rememberFirm(conf)
  return conf
}

/** Fetches what the sign-in page shows of the firm; no session is needed. */
export const fetchPublicConf = async (): Promise<PublicConf> => {
  const conf = await fetchConf()
  const icp = (name: string) => textAt(conf, 'icp', name)
  const picture = (name: string) => textAt(conf, 'assets', 'imgs', name)
  return {
    name: textAt(conf, 'firm', 'name'),
    // The header of the sign-in page is dark in both themes.
    logo: picture('logoDark') || picture('logo'),
    background: picture('loginBackground'),
    illustration: picture('loginIllustration'),
    favicon: picture('favicon'),
    icp: {
      icpNo: icp('icpNo'),
      icpUrl: icp('icpUrl'),
      psbNo: icp('psbNo'),
      psbUrl: icp('psbUrl'),
      copyright: icp('copyright'),
    },
    login: loginOptionsIn(conf),
    languages: valueAt(conf, 'languages'),
    locale: textAt(conf, 'locale'),
    isDemoReset: isOn(valueAt(conf, 'demoReset'), false),
  }
}

/** An administrator in the list of contacts. */
export type Contact = Record<'name' | 'officeName' | 'mobileMasked' | 'phone', string>

/** Reads a list of contacts. */
export const contactsIn = (found: unknown): Contact[] => {
  const rows: readonly unknown[] = Array.isArray(found) ? found : []
  return rows.map(row => ({
    name: textAt(row, 'name'),
    officeName: textAt(row, 'officeName'),
    mobileMasked: textAt(row, 'mobileMasked'),
    phone: textAt(row, 'phone'),
  }))
}

/** The administrators to contact. A captcha is required, so that nobody collects their names automatically. */
export const fetchContacts = async (answer: CaptchaAnswer): Promise<Contact[]> =>
  contactsIn(await send(bootstrapCalls.contacts, answer))
