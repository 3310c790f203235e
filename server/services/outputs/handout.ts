import { type concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import type { StoredCardContent } from '../../db/tables.ts'

/** What of a card stands on what is handed out; what the card hides is null. */
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
  /** The lawyer's permanent code, and the public address that it leads to. */
  codeKey: string
  link: string
  /** Of the firm's mini-program, #RRGGBB. */
  colour: string
  /** JPEG. */
  portrait: Buffer | null
  publishedAt: Date
}

type Contact = Exclude<(typeof concealable)[number], 'wechatQr' | 'addressOverride'>

/**
 * The contacts that may leave. What shows after a tap is given to whoever is handed the card, as the tap would give it;
 * what the card does not show leaves in no way.
 */
export const contactsOf = (content: StoredCardContent) => {
  const isShown = (field: (typeof concealable)[number]) =>
    (content.visibility?.[field] ?? defaultVisibility[field]) !== 0
  const shown = <F extends Contact>(field: F) => (isShown(field) ? (content[field] ?? null) : null)
  return {
    mobile: shown('mobile'),
    phone: shown('phone') ?? [],
    fax: shown('fax'),
    email: shown('email'),
    wechatNo: shown('wechatNo'),
    licenseNumber: shown('licenseNumber'),
    ownAddress: isShown('addressOverride') ? (content.addressOverride ?? null) : null,
  }
}

/** The firm's public address with the code: `k` and, for an English card, `l` (domain.md §3.4). */
export const linkTo = (base: string, codeKey: string, language: 'CN' | 'EN') => {
  const url = new URL(base)
  url.searchParams.set('k', codeKey)
  if (language === 'EN') url.searchParams.set('l', 'EN')
  return url.href
}
