import { useI18nProvider } from 'ra-core'

import type { AppI18nProvider } from '../../providers/i18nProvider.ts'
import { listLocales } from '../../resources/locales/names.ts'
import { chinese, type Language } from '../../resources/kit/translate.ts'

const useAppI18nProvider = (): Partial<AppI18nProvider> => useI18nProvider()

/** The current language; a new object when the language or its texts change. */
export const useShownLanguage = (): Language => useAppI18nProvider().language ?? chinese

/**
 * The current locale, such as `zh-CN`. react-admin's hook with the same purpose returns a new locale one render later,
 * because it reads the store.
 */
export const useShownLocale = () => useShownLanguage().locale

/** Languages with texts of their own, and those that show English texts but have their own formats and sorting. */
export const useLocales = () => {
  const { hasTexts = () => true } = useAppI18nProvider()
  const locales = listLocales()
  return {
    translated: locales.filter(it => hasTexts(it.locale)),
    others: locales.filter(it => !hasTexts(it.locale)),
  }
}

/** Formats of dates and numbers in the current language. */
export const useFormats = () => useShownLanguage().formats

/** Returns a function that changes and stores the language; it rejects if the texts cannot be loaded. */
export const useChooseLocale = () => {
  const { changeLocale = () => Promise.resolve() } = useAppI18nProvider()
  return changeLocale
}

/** Returns a function that sets the languages for which the firm has texts, and reloads the current texts. */
export const useOfferLanguages = () => {
  const { offerLanguages = () => Promise.resolve() } = useAppI18nProvider()
  return offerLanguages
}
