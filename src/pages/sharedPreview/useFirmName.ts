import { isChinese } from '../../../resources/locales/locales.ts'
import { useShownLocale } from '../../language/useLanguage.ts'

/** The names of a firm; the English one is empty where the firm has none. */
export type FirmNames = { firm: string; firmEn: string | null }

/** The firm's name in the language of the page. */
export const useFirmName = ({ firm, firmEn }: FirmNames) => (!isChinese(useShownLocale()) && firmEn) || firm
