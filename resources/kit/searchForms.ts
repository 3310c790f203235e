import { foldForSearch } from './clean.ts'
import { mobilePattern, toMobile } from './mobiles.ts'
import { hasHan, toName } from './names.ts'

/** Tone marks of pinyin: macron, acute, caron and grave. The diaeresis of ü is none of them. */
const toneMarks = /[\u0300\u0301\u0304\u030C]/g

/** A number that is being typed, in groups or with the country code. */
const partOfNumber = /^(?:\(?(?:\+|00)86\)?)?[\d\s().\p{Pd}]{3,}$/u

/** Pinyin as it is stored: without tones, blanks and apostrophes, with v for ü. */
export const typedPinyin = (text: string) =>
  foldForSearch(text)
    .normalize('NFD')
    .replace(toneMarks, '')
    .replaceAll('u\u0308', 'v')
    .replace(/[\s'’·-]/g, '')

/**
 * Pinyin whose ü is written in other ways with v: passports write LYU and NYU for lü and nü, and people without the
 * letter write lue and nue.
 */
export const withV = (letters: string) => letters.replace(/(?<=[ln])yu|(?<=[ln])u(?=e)/g, 'v')

/**
 * The folded texts that a typed search may stand for, the text as it is first: 张 三 and 张三, zhang san and zhangsan,
 * lü and lv, 138 0000 0001 and 13800000001.
 */
export const searchForms = (typed: string): string[] => {
  const text = foldForSearch(typed).trim()
  const mobile = toMobile(text)
  const forms = [text]
  if (mobilePattern.test(mobile)) forms.push(mobile)
  else if (partOfNumber.test(text)) forms.push(text.replace(/^\(?(?:\+|00)86\)?/, '').replace(/\D/g, ''))
  if (hasHan(text)) forms.push(foldForSearch(toName(text)))
  const letters = typedPinyin(text)
  if (/^[a-z]+$/.test(letters)) forms.push(letters, withV(letters))
  return [...new Set(forms)].filter(form => form !== '')
}
