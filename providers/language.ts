import app from '../resources/locales/en/app.json?url'
import entrance from '../resources/locales/en/entrance.json?url'
import { setLanguage } from '../resources/kit/translate.ts'
import { defaultLocale, directionOf, isChinese, isLocale } from '../resources/locales/locales.ts'
import type { Texts } from '../resources/locales/catalogue.ts'

const key = 'tenant-admin/locale'

/** Of the person who is signed in, of whoever used this browser last, of the firm. */
export const wantedLocale = (userId: number | null, firmLocale?: unknown): string => {
  const wanted = [localStorage.getItem(`${key}/${userId}`), localStorage.getItem(key), firmLocale]
  return String(wanted.find(isLocale) ?? defaultLocale)
}

export const rememberLocale = (userId: number | null, locale: string) => {
  localStorage.setItem(key, locale)
  if (userId !== null) localStorage.setItem(`${key}/${userId}`, locale)
}

/** The sign-in page has few texts; the application has all of them. */
const parts = { entrance: [entrance], app: [entrance, app] }
type Part = keyof typeof parts

const fetchTexts = async (url: string): Promise<Texts> => (await fetch(url)).json()

const loadTexts = async (part: Part): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(parts[part].map(fetchTexts))))

const show = (locale: string) => {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

type Shown = { locale: string; part: Part; texts: Texts }
let shown: Shown = { locale: defaultLocale, part: 'app', texts: {} }

/** The key of a text as it is shown now; nothing where it is no text of the product. */
export const keyOf = (text: string) =>
  isChinese(shown.locale) ? text : Object.keys(shown.texts).find(it => shown.texts[it] === text)

/**
 * Shows the product in this language: in English where there is no catalogue, in Chinese where its readers read that.
 * When the catalogue cannot be had the language stays as it is, and the error is thrown.
 */
export const changeLocale = async (locale: string, part: Part = 'app') => {
  if (shown.locale === locale && (shown.part === part || shown.part === 'app')) return
  const texts = isChinese(locale) ? {} : await loadTexts(part)
  const catalogue = isChinese(locale) ? null : await import('../resources/locales/catalogue.ts')
  shown = { locale, part, texts }
  show(locale)
  setLanguage(catalogue ? catalogue.languageOf(locale, texts) : { locale, phrase: () => undefined })
}
