import { type concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import type { StoredCardContent } from '../../db/tables.ts'

/** The values of a card on its handouts (poster, print sheet, vCard); values that the card hides are null. */
export type Handout = {
  language: 'CN' | 'EN'
  name: string
  position: string
  titles: readonly string[]
  firm: string
  office: string
  team: string | null
  professions: readonly string[]
  slogan: string | null
  mobile: string | null
  phone: readonly string[]
  fax: string | null
  email: string | null
  wechatNo: string | null
  licenseNumber: string | null
  address: string | null
  /** The number under which the firm's site is filed (ICP备案号). */
  filing: string | null
  /** The lawyer's permanent code, and the public address of the card. */
  codeKey: string
  link: string
  /** What printed codes hold: the address of the card, or of the page that verifies it, if the firm chose so. */
  codeLink: string
  /** The colour of the firm's mini-program, #RRGGBB. */
  colour: string
  /** JPEG. */
  portrait: Buffer | null
  publishedAt: Date
  /** Says that some of these texts were written by a machine, if the firm wants that said. */
  machineMark: string | null
}

type ContactField = Exclude<(typeof concealable)[number], 'wechatQr' | 'addressOverride'>

/**
 * The contacts that may appear on handouts. Values shown after a tap are included, since the holder of the
 * card could tap too; hidden values are never included.
 */
export const contactsOf = (content: StoredCardContent) => {
  const isShown = (field: (typeof concealable)[number]) =>
    (content.visibility?.[field] ?? defaultVisibility[field]) !== 0
  const shownValue = <F extends ContactField>(field: F) => (isShown(field) ? (content[field] ?? null) : null)
  return {
    mobile: shownValue('mobile'),
    phone: shownValue('phone') ?? [],
    fax: shownValue('fax'),
    email: shownValue('email'),
    wechatNo: shownValue('wechatNo'),
    licenseNumber: shownValue('licenseNumber'),
    ownAddress: isShown('addressOverride') ? (content.addressOverride ?? null) : null,
  }
}

/**
 * The public address of a card, or of the page that verifies it: the firm's address with the parameter `k` and, for an English card, `l`
 * (docs/domain.md §3.4).
 */
export const cardLink = (base: string, codeKey: string, language: 'CN' | 'EN') => {
  const url = new URL(base)
  url.searchParams.set('k', codeKey)
  if (language === 'EN') url.searchParams.set('l', 'EN')
  return url.href
}
