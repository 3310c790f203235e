import { customPinyin, pinyin } from 'pinyin-pro'

import readings from './areaReadings.json' with { type: 'json' }
import exceptions from './englishPlaces.json' with { type: 'json' }

const wholeNames: Readonly<Record<string, string>> = exceptions.whole
const stems: Readonly<Record<string, string>> = exceptions.stems
const peoples: Readonly<Record<string, string>> = exceptions.peoples

/**
 * The kinds of places by the ending of their Chinese names; longer endings come before those they contain.
 */
const endings = [
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['新区', 'New Area'],
  ['地区', 'Prefecture'],
  ['省', ''],
  ['市', ''],
  ['盟', 'League'],
  ['区', 'District'],
  ['县', 'County'],
  ['旗', 'Banner'],
] as const

/** A syllable that starts with one of these vowels takes an apostrophe inside a word: Xi'an (GB/T 28039). */
const joinSyllables = (syllables: readonly string[]) =>
  syllables.map((it, index) => (index > 0 && /^[aoeāáǎàōóǒòēéěè]/.test(it) ? `'${it}` : it)).join('')

/** The pinyin of the first characters of a name, which are read as the whole name is: 单 in 单县 is shàn. */
const romanised = (stem: string, name: string) => {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' })
  const word = joinSyllables(syllables.slice(0, Array.from(stem).length))
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Splits 景东|彝族 into the place and the peoples in its name; longer names of peoples are tried first. */
const splitPeoples = (stem: string): [place: string, named: string[]] => {
  const ending = Object.keys(peoples)
    .toSorted((one, other) => other.length - one.length)
    .flatMap(it => [`${it}族`, it])
    .find(it => it !== stem && stem.endsWith(it) && (it.endsWith('族') || it.length > 1))
  if (!ending) return [stem, []]
  const [place, precedingPeoples] = splitPeoples(stem.slice(0, -ending.length))
  return [place, [...precedingPeoples, peoples[ending] ?? peoples[ending.slice(0, -1)]!]]
}

const joinWithAnd = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A place name in English: the established name, else pinyin with the kind of place. */
export const englishPlace = (name: string): string => {
  const established = wholeNames[name] ?? stems[name]
  if (established !== undefined) return established
  customPinyin(readings)
  const ending = endings.find(([chinese]) => name.endsWith(chinese) && name !== chinese)
  if (!ending) return romanised(name, name)
  const [chinese, english] = ending
  const stem = name.slice(0, -chinese.length)
  const [place, peopleNames] =
    english.startsWith('Autonomous') || stem.endsWith('族') ? splitPeoples(stem) : [stem, []]
  return [stems[place] ?? romanised(place, name), joinWithAnd(peopleNames), english].filter(Boolean).join(' ')
}
