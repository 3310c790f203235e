import { numbersIn, numbersMissingIn } from '../domain/numbersInText.ts'
import { isBlank } from '../domain/sameness.ts'
import { isPlainObject } from '../kit/objects.ts'
import { type CardContent, degreeNames } from './content.ts'
import { comparedCardFields, type ComparedField } from './languageCalls.ts'

// Where an English card no longer says what the Chinese one does, found by structure, without reading either language: what is
// missing, how many items there are, years, months, amounts, licence and contacts.

type Content = Partial<CardContent>

/**
 * How a field of both cards is compared.
 * - `same`: both cards have the same value, written in any way that `keyOf` takes for the same.
 * - `set`: they have the same items, in any order.
 * - `rows`: they have as many items, with the same values in these parts, in any order; the other parts are texts.
 * - `text`: they state the same numbers.
 */
type Comparison =
  | { by: 'same' | 'set'; keyOf: (value: unknown) => string; shownAs?: (value: unknown) => string }
  | { by: 'rows'; parts: readonly string[] }
  | { by: 'text' }

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A number without the code of the country, the 0 of an area and what separates its digits. */
const digitsOf = (value: unknown) =>
  asText(value)
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/^86(?=0?\d{10,11}$)/, '')
    .replace(/^0+/, '')

const partOf = (name: string) => (value: unknown) => (isPlainObject(value) ? asText(value[name]) : '')
const professionOf = (value: unknown) => `${partOf('type')(value)}:${partOf('id')(value)}`

const digits = { by: 'same', keyOf: digitsOf } as const
const text = { by: 'text' } as const

const comparisons: Record<ComparedField, Comparison> = {
  workPosition: { by: 'same', keyOf: partOf('postCode'), shownAs: partOf('postName') },
  titles: { by: 'rows', parts: [] },
  team: text,
  licenseNumber: digits,
  mobile: digits,
  phone: { by: 'set', keyOf: digitsOf },
  email: { by: 'same', keyOf: value => asText(value).trim().toLowerCase() },
  fax: digits,
  addressOverride: text,
  professions: { by: 'set', keyOf: professionOf },
  industries: { by: 'rows', parts: [] },
  workingLanguages: { by: 'set', keyOf: partOf('language'), shownAs: partOf('language') },
  admissions: { by: 'rows', parts: ['year'] },
  slogan: text,
  intro: text,
  education: { by: 'rows', parts: ['start', 'end', 'degree'] },
  work: { by: 'rows', parts: ['start', 'end'] },
  social: { by: 'rows', parts: ['start', 'end'] },
  honours: { by: 'rows', parts: ['year'] },
  publications: { by: 'rows', parts: ['year'] },
  cases: { by: 'rows', parts: ['year'] },
  clients: { by: 'rows', parts: [] },
}

/** What only one of the cards has. */
export type LanguageGap = {
  field: ComparedField
  /**
   * - `missing`: the English card lacks the field; `surplus`: the Chinese one does.
   * - `items`: the numbers of items differ, in `chinese` and `english`.
   * - `values`: what `chinese` or `english` lists is not on the other card; both are empty where the values have no words.
   */
  kind: 'missing' | 'surplus' | 'items' | 'values'
  chinese: string[]
  english: string[]
}

/** Those of the first list that the second lacks, each as often as it is lacking. */
const lacking = (one: readonly string[], other: readonly string[]) => {
  const left = [...other]
  return one.filter(value => {
    const at = left.indexOf(value)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const valuesGap = (field: ComparedField, chinese: string[], english: string[]): LanguageGap[] =>
  chinese.length + english.length > 0
    ? [{ field, kind: 'values', chinese: chinese.filter(Boolean), english: english.filter(Boolean) }]
    : []

/** Parts of rows that are no words of the card. */
const wordless: ReadonlySet<string> = new Set(['url', 'image', 'articleId', 'consent', 'degree'])

/** All words of a value, one a line; markup, addresses and the parts that are compared as they are left out. */
const wordsOf = (value: unknown, parts: readonly string[]): string => {
  if (Array.isArray(value)) return value.map(it => wordsOf(it, parts)).join('\n')
  if (isPlainObject(value))
    return Object.entries(value)
      .filter(([name]) => !wordless.has(name) && !parts.includes(name))
      .map(([, it]) => wordsOf(it, parts))
      .join('\n')
  return asText(value)
    .replace(/<\/(?:p|li|h\d|tr|div)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#\d+|#x[\da-f]+|[a-z]+);/gi, ' ')
}

/** Values that rows have as they are may stand in the words of the other card, such as the year in the name of an honour. */
const numbersGap = (field: ComparedField, values: [unknown, unknown], parts: readonly string[]) => {
  const [chinese, english] = values.map(value => numbersIn(wordsOf(value, parts)))
  const [ownChinese, ownEnglish] = values.map(value => numbersIn(partsOf(value, parts).join('\n')))
  const among = (numbers: typeof chinese, own: typeof chinese) => ({
    ...numbers!,
    readable: new Set([...numbers!.readable, ...own!.readable]),
  })
  return valuesGap(
    field,
    numbersMissingIn(chinese!, among(english, ownEnglish)),
    numbersMissingIn(english!, among(chinese, ownChinese)),
  )
}

const degrees: ReadonlyMap<string, string> = new Map(degreeNames.map(([code, name]) => [`${code}`, name]))

const partsOf = (value: unknown, parts: readonly string[]): string[] =>
  (Array.isArray(value) ? value : []).flatMap(row =>
    parts.flatMap(part => {
      const text = partOf(part)(row)
      return text ? [part === 'degree' ? (degrees.get(text) ?? text) : text] : []
    }),
  )

const gapsOf = (field: ComparedField, comparison: Comparison, chinese: unknown, english: unknown) => {
  if (isBlank(chinese) || isBlank(english)) {
    if (isBlank(chinese) && isBlank(english)) return []
    const kind = isBlank(english) ? 'missing' : 'surplus'
    return [{ field, kind, chinese: [], english: [] } satisfies LanguageGap]
  }
  if (comparison.by === 'text') return numbersGap(field, [chinese, english], [])
  if (comparison.by !== 'rows') {
    const { keyOf, shownAs = asText } = comparison
    const [one, other] = [chinese, english].map(value => [value].flat())
    const only = (values: unknown[], others: unknown[]) => {
      const keys = lacking(values.map(keyOf), others.map(keyOf))
      return values.filter(it => keys.includes(keyOf(it))).map(shownAs)
    }
    return valuesGap(field, only(one!, other!), only(other!, one!))
  }
  const [rows, otherRows] = [[chinese].flat().length, [english].flat().length]
  if (rows !== otherRows)
    return [{ field, kind: 'items', chinese: [`${rows}`], english: [`${otherRows}`] } satisfies LanguageGap]
  const { parts } = comparison
  const [one, other] = [partsOf(chinese, parts), partsOf(english, parts)]
  const gaps = valuesGap(field, lacking(one, other), lacking(other, one))
  return gaps.length > 0 ? gaps : numbersGap(field, [chinese, english], parts)
}

/** A masked value cannot be compared; a name such as A*STAR is none. */
const isMasked = (value: unknown) => [value].flat().some(it => /\*{4}|^\*+$/.test(asText(it)))

/** Where two cards of one lawyer differ, in the order of the fields. */
export const languageGaps = (chinese: Content, english: Content): LanguageGap[] =>
  comparedCardFields
    .filter(field => ![chinese[field], english[field]].some(isMasked))
    .flatMap(field => gapsOf(field, comparisons[field], chinese[field], english[field]))
