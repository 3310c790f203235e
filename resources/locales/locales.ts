type Direction = 'ltr' | 'rtl'

/** The languages that can be chosen (specification, section 1: 26), BCP 47. */
const ids =
  'zh-CN zh-TW en-US ja-JP ko-KR de-DE fr-FR es-ES it-IT pt-BR nl-NL ru-RU uk-UA pl-PL cs-CZ sv-SE da-DK nb-NO fi-FI tr-TR th-TH vi-VN id-ID ar-EG he-IL fa-IR'.split(
    ' ',
  )

/** Whether its readers read Chinese, and need no catalogue: the keys are its texts. */
export const isChinese = (locale: string) => locale.startsWith('zh')

/** What its speakers call it. */
const nameOf = (locale: string) => {
  const language = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }[locale] ?? locale.slice(0, 2)
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? locale
}

export const directionOf = (locale: string): Direction => (/^(ar|he|fa)/.test(locale) ? 'rtl' : 'ltr')
export const listLocales = () =>
  ids.map(locale => ({ locale, name: nameOf(locale), direction: directionOf(locale) }))
export const defaultLocale = 'zh-CN'
export const isLocale = (value: unknown) => ids.some(it => it === value)
