import { useSyncExternalStore } from 'react'

import { onLanguage, readLocale, translate } from '../../resources/kit/translate.ts'

/** The chosen locale, such as `zh-CN`; draws again when another is chosen. */
export const useLocale = () => useSyncExternalStore(onLanguage, readLocale)

/** react-admin's hook of that name without its context: every component hears of another language by itself. */
export const useTranslate = () => {
  useLocale()
  return translate
}
