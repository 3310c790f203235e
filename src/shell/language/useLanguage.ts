import { useI18nProvider } from 'ra-core'

import type { AppI18nProvider } from '../../../providers/i18nProvider.ts'
import { listLocales } from '../../../resources/locales/names.ts'
import { chinese, type Language } from '../../../resources/kit/translate.ts'

const useAppI18nProvider = (): Partial<AppI18nProvider> => useI18nProvider()

/** The language that is shown; another object when another is chosen, or when it has other texts. */
export const useShownLanguage = (): Language => useAppI18nProvider().language ?? chinese

/**
 * The locale that is shown, such as `zh-CN`. react-admin's hook of that name gives the same one drawing later, since it
 * reads it through the store.
 */
export const useShownLocale = () => useShownLanguage().locale

/** The languages with texts of their own, and those that read English with their own dates, numbers and order. */
export const useLocales = () => {
  const { hasTexts = () => true } = useAppI18nProvider()
  const locales = listLocales()
  return {
    translated: locales.filter(it => hasTexts(it.locale)),
    others: locales.filter(it => !hasTexts(it.locale)),
  }
}

/** How the language that is shown writes dates and numbers. */
export const useFormats = () => useShownLanguage().formats

/** Chooses and remembers a locale; rejects when its texts cannot be had. */
export const useChooseLocale = () => {
  const { changeLocale = () => Promise.resolve() } = useAppI18nProvider()
  return changeLocale
}

/** Tells the page which languages have texts of the firm's own; those of the one that is shown are loaded anew. */
export const useOfferLanguages = () => {
  const { offerLanguages = () => Promise.resolve() } = useAppI18nProvider()
  return offerLanguages
}
