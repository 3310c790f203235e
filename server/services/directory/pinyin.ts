import { pinyin, polyphonic } from 'pinyin-pro'

import { createNameReader } from '../../../resources/domain/nameReadings.ts'
import { pinyinDictionary } from '../../../resources/domain/pinyinDictionary.ts'
import { hasHan, toName } from '../../../resources/kit/index.ts'

/** Readings of names, with the dictionary in memory. */
export const nameReader = createNameReader(pinyinDictionary({ pinyin, polyphonic }))

// Passports write ü as YU (吕 LYU, 女 NYU).
const passportWord = (letters: string) => {
  const word = letters.replaceAll('v', 'yu')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * A suggestion for the English name: given name first; names in Latin letters stay as they are. `own` is the person's
 * own spelling in pinyin.
 */
export const englishName = (name: string, own?: string): string => {
  const text = toName(name)
  if (!hasHan(text)) return text
  const { surname, given } = nameReader.partsInLetters(text, own)
  return [...given, surname].filter(Boolean).map(passportWord).join(' ')
}
