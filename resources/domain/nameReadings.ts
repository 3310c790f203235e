import { firstCharacters, foldForSearch, hasHan, toName, typedPinyin, withV } from '../kit/index.ts'
import { compoundSurnames, readingsInNames, surnameReadings, wordsInNames } from './surnames.ts'

// How the name of a person is read: for the pinyin, the English name, the vCard, the search and the order. The
// dictionary is a parameter, because the server has it at once and the browser loads it when somebody needs it.

/** Syllables end in the number of their tone (0 for none), with v for ü: fan4, lv3. */
export type Dictionary = {
  /** The syllables of Chinese characters in their context, one for each character. */
  read: (characters: string) => readonly string[]
  /** All syllables of a character. */
  readingsOf: (character: string) => readonly string[]
  /** The number of strokes of a character; 0 where it is not known. */
  strokesOf: (character: string) => number
}

/** A Chinese character with its readings, the one that is used first, or a word of another script. */
type Unit = { text: string; readings: readonly string[] | null }

const maxPinyin = 300
const maxInitials = 50
/** Spellings of one name that the search stores; names with more have the most usual ones. */
const maxSpellings = 32

const longestSurname = 4

/**
 * The characters of the surname. A name with a dot is a transliteration, whose first character is a sound. A compound
 * surname needs a given name after it.
 */
const surnameLength = (characters: readonly string[]) => {
  if (characters.includes('·') || !hasHan(characters[0] ?? '')) return 0
  for (let length = Math.min(longestSurname, characters.length - 1); length > 1; length--)
    if (compoundSurnames.has(characters.slice(0, length).join(''))) return length
  return 1
}

/** Variation selectors choose the shape of a character and have no sound. */
const charactersOf = (name: string) => Array.from(toName(name).replace(/\p{Variation_Selector}/gu, ''))

const asciiOf = (text: string) => text.replace(/[^a-z0-9]/g, '')

/** A person's own spelling as it is stored: letters and digits only. */
export const ownSpelling = (typed: string) => asciiOf(typedPinyin(typed))

const withoutTone = (syllable: string) => syllable.replace(/\d$/, '')

/** Latin letters that do not consist of another letter and a mark. */
const otherLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** A folded word without the marks of its letters: ångström becomes angstrom. Letters of other scripts stay. */
const plainWord = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replace(/[^a-z0-9]/gu, letter => otherLetters[letter] ?? letter)

/** The reading of each unit that a spelling without separators consists of; null if it cannot be divided so. */
const readingsIn = (units: readonly Unit[], spelling: string): Unit[] | null => {
  const failed = new Set<string>()
  const from = (index: number, at: number): Unit[] | null => {
    const unit = units[index]
    if (!unit) return at === spelling.length ? [] : null
    const key = `${index} ${at}`
    if (failed.has(key)) return null
    for (const reading of unit.readings ?? [unit.text, plainWord(unit.text)]) {
      // A stored spelling has no letters of other scripts, nor characters without a reading.
      const letters = asciiOf(unit.readings ? withoutTone(reading) : reading)
      const rest = spelling.startsWith(letters, at) ? from(index + 1, at + letters.length) : null
      if (rest)
        return [
          unit.readings ? { ...unit, readings: [...new Set([reading, ...unit.readings])] } : unit,
          ...rest,
        ]
    }
    failed.add(key)
    return null
  }
  return from(0, 0)
}

const unitLetters = ({ text, readings }: Unit) => (readings ? withoutTone(readings[0]!) : text)

/** Each unit with all its different letters. */
const optionsOf = (units: readonly Unit[]) =>
  units.map(({ text, readings }) => [...new Set(readings?.map(withoutTone) ?? [text, plainWord(text)])])

const combinations = (options: readonly (readonly string[])[]): string[][] => {
  const count = options.reduce((product, it) => product * it.length, 1)
  if (count <= maxSpellings)
    return options.reduce<string[][]>(
      (lists, it) => lists.flatMap(list => it.map(letters => [...list, letters])),
      [[]],
    )
  const usual = options.map(it => it[0]!)
  const others = options.flatMap(([, ...rare], index) => rare.map(letters => usual.with(index, letters)))
  return [usual, ...others].slice(0, maxSpellings)
}

const spellingOf = (syllables: readonly string[]) => ({
  full: firstCharacters(syllables.join(''), maxPinyin),
  initials: firstCharacters(syllables.map(it => Array.from(it)[0]).join(''), maxInitials),
})

const codeOf = (character: string) => character.codePointAt(0)!.toString(16).padStart(5, '0')

const tokenOf = ({ text, readings }: Unit, strokesOf: Dictionary['strokesOf']) => {
  // Collations differ in where they sort letters of other scripts, which are therefore written by their numbers.
  if (!readings) return `${plainWord(text).replace(/[^a-z0-9]/gu, letter => `zzz${codeOf(letter)}`)}0`
  const syllable = /^[a-z]+\d$/.test(readings[0]!) ? readings[0]! : 'zzz0'
  const strokes = String(Math.min(strokesOf(text), 99)).padStart(2, '0')
  return syllable + strokes + codeOf(text)
}

/** No key is empty, which marks rows whose key is still to be computed. */
const keyOf = (tokens: string) => tokens || '0'

/** The syllables of Chinese characters in the name of a person, where a dictionary of words reads them otherwise. */
const syllablesInName = (characters: readonly string[], syllables: readonly string[]) => {
  const read = syllables.map((syllable, at) => readingsInNames.get(characters[at]!)?.[0] ?? syllable)
  for (const at of characters.keys()) {
    const word = wordsInNames.get(characters.slice(at, at + 2).join(''))
    if (word) read.splice(at, 2, ...word)
  }
  return read
}

/** Divides names into units with their readings. */
const createUnitReader = ({ read, readingsOf }: Dictionary) => {
  /** The readings of a character: the one in this name, then those that it can have otherwise. */
  const unitOf = (text: string, reading: string): Unit => ({
    text,
    readings: [...new Set([reading, ...readingsOf(text)])],
  })

  const readText = (text: string, isPerson: boolean): Unit[] =>
    (text.match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? []).flatMap((part): Unit[] => {
      if (!hasHan(part)) return [{ text: foldForSearch(part), readings: null }]
      const characters = Array.from(part)
      const syllables = isPerson ? syllablesInName(characters, read(part)) : read(part)
      return characters.map((character, index) => unitOf(character, syllables[index] ?? character))
    })

  const readSurname = (surname: string): Unit[] => {
    const known = compoundSurnames.get(surname) ?? surnameReadings.get(surname)
    if (!known) return readText(surname, true)
    return Array.from(surname).map((character, index) => unitOf(character, known[index]!))
  }

  const unitsOf = (name: string, isPerson: boolean): Unit[] => {
    const characters = charactersOf(name)
    const length = isPerson ? surnameLength(characters) : 0
    return [
      ...readSurname(characters.slice(0, length).join('')),
      ...readText(characters.slice(length).join(''), isPerson),
    ]
  }

  return { readName: (text: string) => readText(text, true), unitsOf }
}

const lettersOfParts = (
  characters: readonly string[],
  units: readonly Unit[],
  readName: (text: string) => Unit[],
) => {
  const lettersIn = (some: readonly Unit[]) => some.map(unitLetters).join('')
  const parts = characters.join('').split('·')
  if (parts.length > 1) return { surname: '', given: parts.map(part => lettersIn(readName(part))) }
  const length = surnameLength(characters)
  let next = length
  const given = characters
    .slice(length)
    .join('')
    .split(' ')
    .map(word => {
      const start = next
      next += readName(word).length
      return lettersIn(units.slice(start, next))
    })
  return { surname: lettersIn(units.slice(0, length)), given }
}

/** The readings of names by a dictionary. */
export const createNameReader = (dictionary: Dictionary) => {
  const { readName, unitsOf } = createUnitReader(dictionary)
  const tokensOf = (units: readonly Unit[]) => units.map(unit => tokenOf(unit, dictionary.strokesOf)).join('')

  /** The units of a person's name, with the readings of the person's own spelling first where it has such. */
  const personUnits = (name: string, own: string) => {
    const units = unitsOf(name, true)
    const spelt = own === '' ? units : (readingsIn(units, own) ?? readingsIn(units, withV(own)))
    return { units: spelt ?? units, isOwn: spelt === null }
  }

  return {
    /** All readings of a character without tones, the surname's included. */
    lettersOf: (character: string): string[] => [
      ...new Set(
        [...dictionary.readingsOf(character), ...(surnameReadings.get(character) ?? [])].map(withoutTone),
      ),
    ],

    /**
     * The pinyin of a person's name without tones, and its initials; ü is written v, as it is typed. `own` is the
     * person's own spelling, which wins.
     */
    pinyin: (name: string, own = '') => {
      const letters = ownSpelling(own)
      const spelling = spellingOf(personUnits(name, letters).units.map(unitLetters))
      return { full: letters || spelling.full, initials: spelling.initials }
    },

    /** The same for the name of anything else. */
    textPinyin: (name: string) => spellingOf(unitsOf(name, false).map(unitLetters)),

    /** All texts by which a person's name is found besides itself; `own` is the person's own spelling. */
    spellings: (name: string, own = ''): string[] => {
      const letters = ownSpelling(own)
      const { units } = personUnits(name, letters)
      const spelt = combinations(optionsOf(units)).map(spellingOf)
      const texts = [letters, ...spelt.map(it => it.full), ...spelt.map(it => it.initials)]
      return [...new Set(texts)].filter(it => it !== '')
    },

    /**
     * The key by which names are sorted as texts of letters and digits, the same in every collation: character by
     * character by reading, tone and number of strokes (GB/T 13418), each closed by the character itself. A spelling
     * of the person's own that is no pinyin comes before all that.
     */
    sortKey: (name: string, own = ''): string => {
      const letters = ownSpelling(own)
      const { units, isOwn } = personUnits(name, letters)
      return keyOf((isOwn ? `${letters}0` : '') + tokensOf(units))
    },

    /** The key of a name that is no person's. */
    textSortKey: (name: string): string => keyOf(tokensOf(unitsOf(name, false))),

    /** The letters of surname and given name; a transliterated name has only given names. */
    partsInLetters: (name: string, own = '') =>
      lettersOfParts(charactersOf(name), personUnits(name, ownSpelling(own)).units, readName),
  }
}

/** Surname and given name in the characters of the name; a name of one word counts as a given name. */
export const nameParts = (name: string): { family: string; given: string } => {
  const text = toName(name)
  if (text.includes('·')) return { family: '', given: text }
  if (!hasHan(text)) {
    const words = text.split(' ')
    return words.length < 2
      ? { family: '', given: text }
      : { family: words.at(-1)!, given: words.slice(0, -1).join(' ') }
  }
  const length = surnameLength(charactersOf(text))
  const shapes: readonly string[] = text.match(/[^]\p{Variation_Selector}*/gu) ?? []
  return { family: shapes.slice(0, length).join(''), given: shapes.slice(length).join('').trim() }
}
