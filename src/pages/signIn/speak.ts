import { readLocale } from '../../../resources/kit/translate.ts'

/** The page in this language; its texts come alone, and Chinese needs none. */
export const speak = (locale: string) => {
  if (locale === readLocale()) return
  // Where they cannot be had the page stays as it is.
  void import('./language.ts').then(it => it.showLanguage(locale)).catch(() => {})
}
