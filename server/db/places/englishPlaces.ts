import { customPinyin, pinyin } from 'pinyin-pro'

import readings from './areaReadings.json' with { type: 'json' }
import exceptions from './englishPlaces.json' with { type: 'json' }

const whole: Readonly<Record<string, string>> = exceptions.whole
const stems: Readonly<Record<string, string>> = exceptions.stems
const peoples: Readonly<Record<string, string>> = exceptions.peoples

/** What a place is, by the end of its name; what stands first is looked for first. */
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

/** Syllables that begin so take an apostrophe inside a word: Xi'an (GB/T 28039). */
const joined = (syllables: readonly string[]) =>
  syllables.map((it, index) => (index > 0 && /^[aoeāáǎàōóǒòēéěè]/.test(it) ? `'${it}` : it)).join('')

const romanised = (name: string) => {
  const word = joined(pinyin(name, { toneType: 'none', type: 'array' }))
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** 景东|彝族: the place and the peoples that it is named after, the longest name of a people first. */
const splitPeoples = (stem: string): [place: string, named: string[]] => {
  const found = Object.keys(peoples)
    .toSorted((one, other) => other.length - one.length)
    .flatMap(it => [`${it}族`, it])
    .find(it => it !== stem && stem.endsWith(it) && (it.endsWith('族') || it.length > 1))
  if (!found) return [stem, []]
  const [place, before] = splitPeoples(stem.slice(0, -found.length))
  return [place, [...before, peoples[found] ?? peoples[found.slice(0, -1)]!]]
}

const list = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** An area in English: what is established abroad, else its pinyin and what it is. */
export const englishPlace = (name: string): string => {
  const known = whole[name] ?? stems[name]
  if (known !== undefined) return known
  customPinyin(readings)
  const ending = endings.find(([chinese]) => name.endsWith(chinese) && name !== chinese)
  if (!ending) return romanised(name)
  const [chinese, english] = ending
  const stem = name.slice(0, -chinese.length)
  const [place, named] =
    english.startsWith('Autonomous') || stem.endsWith('族') ? splitPeoples(stem) : [stem, []]
  return [stems[place] ?? romanised(place), list(named), english].filter(Boolean).join(' ')
}
