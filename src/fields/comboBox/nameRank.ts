import { foldForSearch, searchForms } from '../../../resources/kit/index.ts'

/** The name of an option, and other texts by which it can be found. */
export type SearchableName = {
  name: string
  pinyin?: string | undefined
  otherNames?: readonly string[] | undefined
}

/** The ways to pronounce a Chinese character, in letters without tones and with v for ü. */
type ReadingsOf = (character: string) => readonly string[]

/** How well an option matches the typed text; smaller ranks come first. */
const ranks = {
  /** The whole name, or all of its syllables. */
  whole: 0,
  /** The beginning of the name, in whole syllables. */
  start: 1,
  within: 2,
  /** The beginning of the name, with the last syllable incomplete. */
  halfStart: 3,
  initials: 4,
  halfWithin: 5,
  /** Letters within a syllable. */
  letters: 6,
} as const
type Rank = (typeof ranks)[keyof typeof ranks]

// How the remaining text matches the syllables from a given one on; smaller is better.
const allSyllables = -1
const leadingSyllables = 0
const partialLast = 1
const initialsOnly = 2
const noMatch = 3

type Syllables = readonly (readonly string[])[]

const commonLength = (one: string, other: string) => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/**
 * Whether the first `length` letters may stand for a syllable: all of it, its initial (zh of zhou), or any part at
 * the end of the text.
 */
const isAbbreviation = (reading: string, length: number, isLast: boolean) =>
  isLast || length === reading.length || length === (/^[zcs]h/.test(reading) ? 2 : 1) || length === 1

const matchSyllables = (syllables: Syllables, at: number, text: string): number => {
  if (text === '') return at === syllables.length ? allSyllables : leadingSyllables
  let best = noMatch
  for (const reading of syllables[at] ?? [])
    for (let length = commonLength(reading, text); length > 0 && best > allSyllables; length--) {
      const rest = text.slice(length)
      if (!isAbbreviation(reading, length, rest === '')) continue
      const least = length === reading.length ? allSyllables : rest === '' ? partialLast : initialsOnly
      best = Math.min(best, Math.max(least, matchSyllables(syllables, at + 1, rest)))
    }
  return best
}

/**
 * Splits a name into syllables with their readings: one per Chinese character, and one per word or number in Latin
 * letters.
 */
const syllablesOf = (name: string, readingsOf: ReadingsOf): Syllables =>
  (foldForSearch(name).match(/\p{Script=Han}|[a-z0-9]+/gu) ?? []).map(part =>
    /^[a-z0-9]/.test(part) ? [part] : readingsOf(part),
  )

/**
 * Splits a known pinyin into one reading per character, for characters with several readings: 西和 is xihe, although 和
 * can also be hu.
 */
const splitPinyin = (
  characters: readonly string[],
  pinyin: string,
  readingsOf: ReadingsOf,
): string[] | null => {
  const [first, ...others] = characters
  if (first === undefined) return pinyin === '' ? [] : null
  for (const reading of readingsOf(first)) {
    const rest = pinyin.startsWith(reading)
      ? splitPinyin(others, pinyin.slice(reading.length), readingsOf)
      : null
    if (rest) return [reading, ...rest]
  }
  return null
}

const readingsFromPinyin = (
  names: readonly string[],
  pinyin: string,
  readingsOf: ReadingsOf,
): ReadingsOf | null => {
  for (const name of names) {
    const characters = name.match(/\p{Script=Han}/gu) ?? []
    const readings = characters.length > 0 ? splitPinyin(characters, pinyin, readingsOf) : null
    if (!readings) continue
    const known = new Map(characters.map((character, at) => [character, [readings[at]!]]))
    return character => known.get(character) ?? readingsOf(character)
  }
  return null
}

const startRanks: Record<number, Rank> = {
  [allSyllables]: ranks.whole,
  [leadingSyllables]: ranks.start,
  [partialLast]: ranks.halfStart,
  [initialsOnly]: ranks.initials,
}
const withinRanks: Record<number, Rank> = {
  [allSyllables]: ranks.within,
  [leadingSyllables]: ranks.within,
  [partialLast]: ranks.halfWithin,
  [initialsOnly]: ranks.halfWithin,
}

const bestRank = (candidates: readonly (Rank | undefined)[]) =>
  candidates.reduce(
    (best, it) => (it !== undefined && (best === undefined || it < best) ? it : best),
    undefined,
  )

const rankOfLetters = (name: string, letters: string, readingsOf: ReadingsOf) => {
  const syllables = syllablesOf(name, readingsOf)
  return bestRank(
    syllables.map((_, at) => (at === 0 ? startRanks : withinRanks)[matchSyllables(syllables, at, letters)]),
  )
}

const rankOfText = (name: string, text: string): Rank | undefined => {
  const at = foldForSearch(name).indexOf(text)
  if (at < 0) return undefined
  if (at > 0) return ranks.within
  return text.length === name.length ? ranks.whole : ranks.start
}

/** Rank for a pinyin that cannot be split into syllables. */
const rankOfPinyin = (pinyin: string, letters: string): Rank | undefined => {
  const at = pinyin.indexOf(letters)
  if (at < 0) return undefined
  return at === 0 ? ranks.halfStart : ranks.letters
}

/** Ranks by the known pinyin; matches by other readings of the characters come last. */
const ranksOfNames = (
  names: readonly string[],
  pinyin: string,
  letters: string,
  readingsOf: ReadingsOf,
): (Rank | undefined)[] => {
  const spellings = readingsFromPinyin(names, pinyin, readingsOf)
  const rank = (readings: ReadingsOf) => names.map(it => rankOfLetters(it, letters, readings))
  if (!spellings) return rank(readingsOf)
  return [...rank(spellings), ...rank(readingsOf).map(it => (it === undefined ? undefined : ranks.letters))]
}

/** Limit for the search by syllables, whose cost grows exponentially; no name is longer. */
const maxLetters = 40

/** Rank of an option for the typed text; undefined if it does not match. An empty text matches everything. */
export const rankOf = (
  { name, pinyin, otherNames = [] }: SearchableName,
  typed: string,
  readingsOf: ReadingsOf | null,
): Rank | undefined => {
  const forms = searchForms(typed)
  if (forms.length === 0) return ranks.whole
  const names = [name, ...otherNames]
  const known = pinyin?.toLowerCase().replaceAll(/[\s']/g, '') ?? ''
  const spellings = [...new Set(forms.map(it => it.replaceAll(/[\s']/g, '')))].filter(
    it => /^[a-z0-9]+$/.test(it) && it.length <= maxLetters,
  )
  return bestRank([
    ...forms.flatMap(text => names.map(it => rankOfText(it, text))),
    ...spellings.flatMap(letters => [
      ...(readingsOf ? ranksOfNames(names, known, letters, readingsOf) : []),
      rankOfPinyin(known, letters),
    ]),
  ])
}

/** Items that match, best first; items of equal rank keep their order. */
export const inRankOrder = <T>(list: readonly T[], rank: (item: T) => number | undefined): T[] =>
  list
    .flatMap(item => {
      const position = rank(item)
      return position === undefined ? [] : [{ item, position }]
    })
    .toSorted((one, other) => one.position - other.position)
    .map(({ item }) => item)
