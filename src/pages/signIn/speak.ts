import { defaultLocale } from '../../../resources/locales/locales.ts'
import { readLocale } from '../../../resources/kit/translate.ts'

/** The page in this language; its texts come alone, and Chinese needs none. */
export const speak = (locale: string) => {
  // Another language may have new texts of the firm's own.
  if (locale === readLocale() && locale === defaultLocale) return
  // Where they cannot be had the page stays as it is.
  void import('./language.ts').then(it => it.showLanguage(locale)).catch(() => {})
}
