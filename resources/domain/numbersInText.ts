// The numbers that a text states, so that a text can be compared with its translation: what one side writes in digits must be
// on the other side in some form, in digits, in Chinese numerals, in English words or as the name of a month.

/** A number as it is written, and its value. */
type StatedNumber = { written: string; value: number }

type Numbers = {
  /** What is written in digits, and must therefore be in a translation. */
  stated: StatedNumber[]
  /** All values that the text can be read as, those in words included. */
  readable: ReadonlySet<number>
}

const chineseDigits = '零一二三四五六七八九'
const digitOf = (char: string) => (char === '〇' ? 0 : char === '两' ? 2 : chineseDigits.indexOf(char))
const chineseUnits = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
  ['万', 10_000],
  ['亿', 100_000_000],
])

/** The value of Chinese numerals: 一百二十 is 120, 二〇一九 is 2019. */
const valueOfNumerals = (text: string): number => {
  const chars = [...text]
  if (!chars.some(char => chineseUnits.has(char))) return Number(chars.map(digitOf).join(''))
  let [sum, part, digit] = [0, 0, 0]
  for (const char of chars) {
    const unit = chineseUnits.get(char)
    if (unit === undefined) digit = digitOf(char)
    else if (unit >= 10_000) [sum, part, digit] = [(sum + (part + digit || 1)) * unit, 0, 0]
    else [part, digit] = [part + (digit || 1) * unit, 0]
  }
  return sum + part + digit
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const roman = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['trillion', 1_000_000_000_000],
])
const others = new Map([
  ['dozen', 12],
  ['decade', 10],
  ['twentieth', 20],
  ['thirtieth', 30],
  ['both', 2],
  ['once', 1],
  ['twice', 2],
])

/** The value of one English word that is a number; undefined for any other. */
const valueOfWord = (word: string): number | undefined => {
  for (const list of [small, ordinals]) if (list.includes(word)) return list.indexOf(word)
  if (tens.includes(word)) return (tens.indexOf(word) + 2) * 10
  return others.get(word)
}

/** The values that English words can be read as: each word, and twenty-one or three hundred as one number. */
const valuesOfWords = (text: string): number[] => {
  const values: number[] = []
  let current: number | null = null
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const month = months.findIndex(it => word.startsWith(it))
    if (month >= 0) values.push(month + 1)
    if (roman.includes(word)) values.push(roman.indexOf(word) + 1)
    const scale = scales.get(word.replace(/s$/, ''))
    const value = valueOfWord(word)
    if (scale !== undefined) current = (current ?? 1) * scale
    else if (value !== undefined) {
      values.push(value)
      current = current !== null && value < current ? current + value : value
    } else if (word !== 'and') current = null
    if (current !== null) values.push(current)
  }
  return values
}

const factors = new Map<string, number>([
  ...chineseUnits,
  ['百万', 1_000_000],
  ['千万', 10_000_000],
  ['十亿', 1_000_000_000],
  ['百亿', 10_000_000_000],
  ['千亿', 100_000_000_000],
  ['万亿', 1_000_000_000_000],
  ...scales,
  ['mn', 1_000_000],
  ['m', 1_000_000],
  ['bn', 1_000_000_000],
  ['k', 1000],
])

/** Chinese numerals. Longer ones are no number, and reading each of their parts would occupy a browser for a second. */
const NUMERALS = /[零〇一二两三四五六七八九十百千万亿]{1,40}/g

/** A month or a day; or a range of years or seasons whose end lacks its century. */
const DATE = /((?:19|20)\d{2})(\s?[./年–—-]\s?)(\d{1,2})(?:\s?[./月-]\s?(\d{1,2}))?(?![\d万亿])/g
const CENTURY_DECADE = /(1[5-9]|2[01])世纪(\d)0年代/g
const DECADE = /\b((?:1[5-9]|20)?\d0)s\b/g
const NUMBER =
  /(?<before>[a-z]-?)?(?<digits>\d[\d,]*(?:\.\d+)?)(?:(?:st|nd|rd|th)\b)?(?:\s?[余多几+]{0,2}\s?(?<unit>万亿|千亿|百亿|十亿|千万|百万|亿|万|千|百|(?:hundred|thousand|million|billion|trillion|mn|bn|m|k)\b))?(?<after>(?<=\d)[a-z])?/gi
/** Letters before a number that belong to an amount and not to a name such as ISO27001. */
const currency = /(?:rmb|cny|usd|us|hkd|hk|eur|gbp|jpy|sgd)$/i

/** The number of an item of a list, which is not part of what the item says. */
const ITEM_NUMBER = /^[（(]?\d{1,2}[)）、.．](?!\d)/

/** The words of a text without addresses of pages and mailboxes. */
const wordsIn = (text: string) =>
  text
    .normalize('NFKC')
    .split('\n')
    .map(line => line.trim().replace(ITEM_NUMBER, ' '))
    .join('\n')
    .split(/(?<=\s)/)
    .filter(word => !word.includes('@') && !word.includes('://'))
    .join('')

const near = (one: number, other: number) => Math.abs(one - other) <= Math.abs(one) * 1e-9

/** The least integer that is compared: what is written “2” here is “both” or “a pair” there. */
const LEAST = 3

/** All numbers of a text in Chinese or English; a text may have several lines. */
export const numbersIn = (source: string): Numbers => {
  const text = wordsIn(source)
  const stated: StatedNumber[] = []
  const readable = new Set<number>(valuesOfWords(text))
  for (const [numerals] of text.matchAll(NUMERALS))
    // 十三五 is thirteen and five: the thirteenth plan of five years.
    for (let at = 0; at < numerals.length; at++)
      for (const it of [numerals.slice(at), numerals.slice(0, at)])
        if (it !== '') readable.add(valueOfNumerals(it))
  // 九十年代 and 90年代 leave the century unsaid.
  for (const [, decade] of text.matchAll(/([二三四五六七八九\d])[十0]年代/g))
    readable.add(1900 + Number(decade!.replace(/\D/, char => `${digitOf(char)}`)) * 10)
  const state = (written: string, value: number) => {
    readable.add(value)
    if (value >= LEAST || !Number.isInteger(value)) stated.push({ written, value })
  }
  const rest = text
    .replace(CENTURY_DECADE, (written: string, century: string, decade: string) => {
      for (const it of [Number(century), Number(decade) * 10]) readable.add(it)
      state(written, (Number(century) - 1) * 100 + Number(decade) * 10)
      return ' '
    })
    .replace(DECADE, (written: string, decade: string) => {
      for (const it of [Number(decade) % 100, Math.floor(Number(decade) / 100) + 1]) readable.add(it)
      state(written, Number(decade))
      return ' '
    })
    .replace(DATE, (written: string, year: string, mark: string, next: string, day?: string) => {
      state(year, Number(year))
      const end = Number(year.slice(0, 2) + next)
      if (next.length === 2) readable.add(end)
      if (Number(next) > 12) state(written, end)
      else if (/[–—-]/.test(mark) && day === undefined) readable.add(Number(next))
      else state(written, Number(next))
      if (day) state(written, Number(day))
      return ' '
    })
  for (const match of rest.matchAll(NUMBER)) {
    const { before, digits = '', unit, after } = match.groups ?? {}
    const plain = Number(digits.replaceAll(',', ''))
    const value = unit ? plain * factors.get(unit.toLowerCase())! : plain
    for (const it of [plain, value]) readable.add(it)
    const textBefore = rest.slice(0, match.index + (before?.length ?? 0))
    const isOfName =
      Boolean(after) ||
      (before !== undefined && !currency.test(textBefore)) ||
      (unit === undefined && plain < 1000 && /\b[A-Z][a-z]+\.? $/.test(textBefore))
    if (!isOfName) state(match[0].trim(), value)
  }
  return { stated, readable }
}

/** What the first text states in digits and the second says in no form, neither in digits nor in words. */
export const numbersMissingIn = (one: Numbers, other: Numbers): string[] => {
  const readable = [...other.readable]
  const isSaid = (value: number) => other.readable.has(value) || readable.some(it => near(value, it))
  return [...new Set(one.stated.filter(({ value }) => !isSaid(value)).map(({ written }) => written))]
}
