import { directionOf } from './locales.ts'

/**
 * The languages that can be chosen, by BCP 47, each under the name that its speakers use. These are the 26 of the
 * specification (section 1) and that of Hong Kong.
 */
const names = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'zh-HK': '繁體中文（香港）',
  'en-US': 'English',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'de-DE': 'Deutsch',
  'fr-FR': 'Français',
  'es-ES': 'Español',
  'it-IT': 'Italiano',
  'pt-BR': 'Português',
  'nl-NL': 'Nederlands',
  'ru-RU': 'Русский',
  'uk-UA': 'Українська',
  'pl-PL': 'Polski',
  'cs-CZ': 'Čeština',
  'sv-SE': 'Svenska',
  'da-DK': 'Dansk',
  'nb-NO': 'Norsk bokmål',
  'fi-FI': 'Suomi',
  'tr-TR': 'Türkçe',
  'th-TH': 'ไทย',
  'vi-VN': 'Tiếng Việt',
  'id-ID': 'Bahasa Indonesia',
  'ar-EG': 'العربية',
  'he-IL': 'עברית',
  'fa-IR': 'فارسی',
}

/** The languages that can be chosen, with their names and writing direction. */
export const listLocales = () =>
  Object.entries(names).map(([locale, name]) => ({ locale, name, direction: directionOf(locale) }))
