import Polyglot from 'node-polyglot'

/**
 * Translations by Chinese text, in the format of Polyglot: `%{name}` is a placeholder, and `||||` separates plural
 * forms.
 */
export type Texts = Readonly<Record<string, string>>

const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The plural forms for whole numbers in the order in which a text writes them between `||||`. */
export const pluralForms = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const used = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
  return order.filter(it => used.has(it))
}

/** Polyglot with plural rules for every language; by itself it knows only some. */
export const polyglotFor = (locale: string, phrases: Texts) => {
  const rules = new Intl.PluralRules(locale)
  const forms = pluralForms(locale)
  return new Polyglot({
    locale,
    phrases: { ...phrases },
    allowMissing: true,
    pluralRules: {
      // Some languages have a form of their own for a million, which counts in this product never reach.
      pluralTypes: { own: count => Math.max(0, forms.indexOf(rules.select(count))) },
      pluralTypeToLanguages: { own: [locale] },
    },
  })
}
