export const defaultLocale = 'zh-CN'

/** Whether it is written as one, BCP 47 with its country; which can be chosen stands in `names.ts`. */
export const isLocale = (value: unknown) => typeof value === 'string' && /^[a-z]{2}-[A-Z]{2}$/.test(value)

/** Whether its readers read Chinese, and need no catalogue: the keys are its texts. */
export const isChinese = (locale: string) => locale.startsWith('zh')

export const directionOf = (locale: string) => (/^(ar|he|fa)/.test(locale) ? 'rtl' : 'ltr')
