import { i18nProviderOf } from '../../providers/i18nProvider.ts'
import { chinese } from '../../resources/kit/translate.ts'

const stay = () => Promise.resolve()

/** react-admin's i18nProvider for a screen whose language does not change. */
export const i18nIn = (language = chinese) =>
  i18nProviderOf(language, { changeLocale: stay, offerLanguages: stay, hasTexts: () => true })
