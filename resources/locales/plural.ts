import Polyglot from 'node-polyglot'

/** Chinese text to the text of another language, in Polyglot's words: `%{name}`, and plural forms between `||||`. */
export type Texts = Readonly<Record<string, string>>

const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The plural forms that whole numbers take, in the order in which a text writes them between `||||`. */
export const pluralForms = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const used = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
  return order.filter(it => used.has(it))
}

/** Polyglot with the plurals of every language, which it knows of some. */
export const polyglotFor = (locale: string, phrases: Texts) => {
  const rules = new Intl.PluralRules(locale)
  const forms = pluralForms(locale)
  return new Polyglot({
    locale,
    phrases: { ...phrases },
    allowMissing: true,
    pluralRules: {
      // A million is no form of its own in what is counted here.
      pluralTypes: { own: count => Math.max(0, forms.indexOf(rules.select(count))) },
      pluralTypeToLanguages: { own: [locale] },
    },
  })
}
