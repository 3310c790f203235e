import type { Language } from '../translate.ts'

/** Any value as text. */
export const asPlainText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** A list as it is; another value as the only item of one. */
export const asArray = (value: unknown) => (Array.isArray(value) ? value : [value])
/** Texts one after another, in the punctuation of a language. */
export const joinTexts = (texts: readonly string[], { translate }: Language) => texts.join(translate('、'))

/** The empty value of kinds whose values are texts. */
export const noText = () => ''
/** The empty value of kinds whose values are numbers or options. */
export const noValue = () => null
/** The empty value of kinds whose values are lists. */
export const noItems = () => []
