import { useSyncExternalStore } from 'react'

import { chinese, onLanguage, readLanguage, translate } from '../../resources/kit/translate.ts'

/** The sign-in page is prerendered in Chinese, and hydrated as such before another language shows. */
const readPrerendered = () => chinese

/** What is shown, texts and all; draws again when another is chosen, or has other texts. */
export const useLanguage = () => useSyncExternalStore(onLanguage, readLanguage, readPrerendered)

/** The chosen locale, such as `zh-CN`. */
export const useLocale = () => useLanguage().locale

/** react-admin's hook of that name without its context: every component hears of another language by itself. */
export const useTranslate = () => {
  useLanguage()
  return translate
}
