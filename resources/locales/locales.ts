export const defaultLocale = 'zh-CN'

/**
 * Whether a value has the form of a locale (BCP 47 with a country). `names.ts` lists the languages that can be
 * chosen.
 */
export const isLocale = (value: unknown) => typeof value === 'string' && /^[a-z]{2}-[A-Z]{2}$/.test(value)

/**
 * Whether the readers of a locale read Chinese. The keys are the texts of zh-CN; the other Chinese catalogues are
 * derived from them.
 */
export const isChinese = (locale: string) => locale.startsWith('zh')

/** Whether the product has its own texts in this language. */
export const isBuiltIn = (locale: string) => isChinese(locale) || locale.startsWith('en')

export const directionOf = (locale: string) => (/^(ar|he|fa)/.test(locale) ? 'rtl' : 'ltr')
