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

/**
 * Keeps a value together that is inserted into a sentence. In a language written from right to left, the parts of a Latin name
 * or of a date would otherwise be ordered among the words around it.
 */
export const isolatedIn = (locale: string) =>
  directionOf(locale) === 'rtl'
    ? // First strong isolate and pop directional isolate; a value that is isolated already stays as it is.
      (text: string) => (/^\u2068[^\u2068\u2069]*\u2069$/.test(text) ? text : `\u2068${text}\u2069`)
    : (text: string) => text
