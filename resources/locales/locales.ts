type Direction = 'ltr' | 'rtl'
/** BCP 47, what its speakers call it, and which way it is written. */
type Entry = readonly [locale: string, name: string, direction?: Direction]

/** The languages that can be chosen (specification, section 1: 26). */
const entries: readonly Entry[] = [
  ['zh-CN', '简体中文'],
  ['zh-TW', '繁體中文'],
  ['en-US', 'English'],
  ['ja-JP', '日本語'],
  ['ko-KR', '한국어'],
  ['de-DE', 'Deutsch'],
  ['fr-FR', 'Français'],
  ['es-ES', 'Español'],
  ['it-IT', 'Italiano'],
  ['pt-BR', 'Português'],
  ['nl-NL', 'Nederlands'],
  ['ru-RU', 'Русский'],
  ['uk-UA', 'Українська'],
  ['pl-PL', 'Polski'],
  ['cs-CZ', 'Čeština'],
  ['sv-SE', 'Svenska'],
  ['da-DK', 'Dansk'],
  ['nb-NO', 'Norsk bokmål'],
  ['fi-FI', 'Suomi'],
  ['tr-TR', 'Türkçe'],
  ['th-TH', 'ไทย'],
  ['vi-VN', 'Tiếng Việt'],
  ['id-ID', 'Bahasa Indonesia'],
  ['ar-EG', 'العربية', 'rtl'],
  ['he-IL', 'עברית', 'rtl'],
  ['fa-IR', 'فارسی', 'rtl'],
]

export const locales = entries.map(([locale, name, direction = 'ltr']) => ({ locale, name, direction }))
export const defaultLocale = 'zh-CN'
export const isLocale = (value: unknown) => locales.some(it => it.locale === value)
export const directionOf = (locale: string) => locales.find(it => it.locale === locale)?.direction ?? 'ltr'
/** Whether its readers read Chinese, and need no catalogue: the keys are its texts. */
export const isChinese = (locale: string) => locale.startsWith('zh')
