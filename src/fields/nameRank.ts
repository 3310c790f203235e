import { folded } from '../../resources/kit/index.ts'

/** What a choice is called, and what it may be found by besides. */
export type SearchableName = {
  name: string
  pinyin?: string | undefined
  otherNames?: readonly string[] | undefined
}

/** The ways to pronounce a Chinese character, in letters without tones and with v for ü. */
export type ReadingsOf = (character: string) => readonly string[]

/** How well a choice answers to what was typed: the smaller, the earlier it stands. */
const ranks = {
  /** The whole name, or all of its syllables. */
  whole: 0,
  /** The name begins so, in whole syllables. */
  start: 1,
  within: 2,
  /** The last syllable is half typed. */
  halfStart: 3,
  initials: 4,
  halfWithin: 5,
  /** Letters in the middle of a syllable. */
  letters: 6,
} as const
type Rank = (typeof ranks)[keyof typeof ranks]

// How what is left of the typed text is spent on the syllables from one on; the smaller, the better.
const allSyllables = -1
const wholeSyllables = 0
const halfLast = 1
const shortened = 2
const notSpent = 3

type Syllables = readonly (readonly string[])[]

const commonLength = (one: string, other: string) => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** All of it, its first sound (zh of zhou), or anything where the text ends. */
const mayStandFor = (reading: string, length: number, isLast: boolean) =>
  isLast || length === reading.length || length === (/^[zcs]h/.test(reading) ? 2 : 1) || length === 1

const spend = (syllables: Syllables, at: number, text: string): number => {
  if (text === '') return at === syllables.length ? allSyllables : wholeSyllables
  let best = notSpent
  for (const reading of syllables[at] ?? [])
    for (let length = commonLength(reading, text); length > 0 && best > allSyllables; length--) {
      const rest = text.slice(length)
      if (!mayStandFor(reading, length, rest === '')) continue
      const least = length === reading.length ? allSyllables : rest === '' ? halfLast : shortened
      best = Math.min(best, Math.max(least, spend(syllables, at + 1, rest)))
    }
  return best
}

/** A Chinese character is a syllable with its readings; a word or number in other letters is one as it stands. */
const syllablesOf = (name: string, readingsOf: ReadingsOf): Syllables =>
  (folded(name).match(/\p{Script=Han}|[a-z0-9]+/gu) ?? []).map(part =>
    /^[a-z0-9]/.test(part) ? [part] : readingsOf(part),
  )

/** Which of the readings make up a pinyin that is known: 西和 is xihe, though 和 may be hu elsewhere. */
const spelled = (characters: readonly string[], pinyin: string, readingsOf: ReadingsOf): string[] | null => {
  const [first, ...others] = characters
  if (first === undefined) return pinyin === '' ? [] : null
  for (const reading of readingsOf(first)) {
    const rest = pinyin.startsWith(reading) ? spelled(others, pinyin.slice(reading.length), readingsOf) : null
    if (rest) return [reading, ...rest]
  }
  return null
}

const spellingsOf = (names: readonly string[], pinyin: string, readingsOf: ReadingsOf): ReadingsOf | null => {
  for (const name of names) {
    const characters = name.match(/\p{Script=Han}/gu) ?? []
    const readings = characters.length > 0 ? spelled(characters, pinyin, readingsOf) : null
    if (!readings) continue
    const known = new Map(characters.map((character, at) => [character, [readings[at]!]]))
    return character => known.get(character) ?? readingsOf(character)
  }
  return null
}

const startRanks: Record<number, Rank> = {
  [allSyllables]: ranks.whole,
  [wholeSyllables]: ranks.start,
  [halfLast]: ranks.halfStart,
  [shortened]: ranks.initials,
}
const withinRanks: Record<number, Rank> = {
  [allSyllables]: ranks.within,
  [wholeSyllables]: ranks.within,
  [halfLast]: ranks.halfWithin,
  [shortened]: ranks.halfWithin,
}

const bestOf = (found: readonly (Rank | undefined)[]) =>
  found.reduce((best, it) => (it !== undefined && (best === undefined || it < best) ? it : best), undefined)

const rankOfLetters = (name: string, letters: string, readingsOf: ReadingsOf) => {
  const syllables = syllablesOf(name, readingsOf)
  return bestOf(
    syllables.map((_, at) => (at === 0 ? startRanks : withinRanks)[spend(syllables, at, letters)]),
  )
}

const rankOfText = (name: string, text: string): Rank | undefined => {
  const at = folded(name).indexOf(text)
  if (at < 0) return undefined
  if (at > 0) return ranks.within
  return text.length === name.length ? ranks.whole : ranks.start
}

/** Where no syllables are told apart. */
const rankOfPinyin = (pinyin: string, letters: string): Rank | undefined => {
  const at = pinyin.indexOf(letters)
  if (at < 0) return undefined
  return at === 0 ? ranks.halfStart : ranks.letters
}

/** By the pinyin that is known; what somebody else may read in the characters comes last. */
const ranksOfNames = (
  names: readonly string[],
  pinyin: string,
  letters: string,
  readingsOf: ReadingsOf,
): (Rank | undefined)[] => {
  const spellings = spellingsOf(names, pinyin, readingsOf)
  const rank = (readings: ReadingsOf) => names.map(it => rankOfLetters(it, letters, readings))
  if (!spellings) return rank(readingsOf)
  return [...rank(spellings), ...rank(readingsOf).map(it => (it === undefined ? undefined : ranks.letters))]
}

/** Longer ones are no names, and would be tried in too many ways. */
const mostLetters = 40

/** Undefined where a choice is not meant; nothing typed means all of them. */
export const rankOf = (
  { name, pinyin, otherNames = [] }: SearchableName,
  typed: string,
  readingsOf: ReadingsOf | null,
): Rank | undefined => {
  const text = folded(typed.trim())
  if (text === '') return ranks.whole
  const letters = text.replaceAll(/[\s']/g, '').replaceAll('ü', 'v')
  const isPinyin = /^[a-z0-9]+$/.test(letters) && letters.length <= mostLetters
  const names = [name, ...otherNames]
  const known = pinyin?.toLowerCase().replaceAll(/[\s']/g, '') ?? ''
  return bestOf([
    ...names.map(it => rankOfText(it, text)),
    ...(isPinyin && readingsOf ? ranksOfNames(names, known, letters, readingsOf) : []),
    ...(isPinyin ? [rankOfPinyin(known, letters)] : []),
  ])
}

/** Those that answer, the best first; equals stay in their order. */
export const inRankOrder = <T>(list: readonly T[], rank: (item: T) => number | undefined): T[] =>
  list
    .flatMap(item => {
      const place = rank(item)
      return place === undefined ? [] : [{ item, place }]
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
