export const defaultLocale = 'zh-CN'

/** Whether it is written as one, BCP 47 with its country; which can be chosen stands in `names.ts`. */
export const isLocale = (value: unknown) => typeof value === 'string' && /^[a-z]{2}-[A-Z]{2}$/.test(value)

/** Whether its readers read Chinese; the keys are the texts of zh-CN, and the others are made from them. */
export const isChinese = (locale: string) => locale.startsWith('zh')

/** Whether the product brings texts of its own in this language. */
export const isBuiltIn = (locale: string) => isChinese(locale) || locale.startsWith('en')

export const directionOf = (locale: string) => (/^(ar|he|fa)/.test(locale) ? 'rtl' : 'ltr')
