import { directionOf } from './locales.ts'

/** The languages that can be chosen (specification, section 1: 26), BCP 47; index.html offers the same. */
const locales =
  'zh-CN zh-TW en-US ja-JP ko-KR de-DE fr-FR es-ES it-IT pt-BR nl-NL ru-RU uk-UA pl-PL cs-CZ sv-SE da-DK nb-NO fi-FI tr-TR th-TH vi-VN id-ID ar-EG he-IL fa-IR'.split(
    ' ',
  )

/** What its speakers call it. */
const nameOf = (locale: string) => {
  const language = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }[locale] ?? locale.slice(0, 2)
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? locale
}

/** Each language by the name its speakers give it, and which way it is written. */
export const listLocales = () =>
  locales.map(locale => ({ locale, name: nameOf(locale), direction: directionOf(locale) }))
