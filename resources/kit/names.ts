import { cleanLine } from './clean.ts'

/** The dots that are written between the parts of a transliterated name, with the blanks around them. */
const interpuncts = / ?[\u00B7\u2022\u2027\u2219\u22C5\u30FB\uFF65] ?/g

/** A full stop between Chinese characters, which stands for such a dot. */
const stops = /(?<=\p{Script=Han}\p{Variation_Selector}?) ?[.\uFF0E] ?(?=\p{Script=Han})/gu

const blanksBetweenHan = /(?<=\p{Script=Han}\p{Variation_Selector}?) (?=\p{Script=Han})/gu

const fullWidthLetters = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g

/**
 * Brings the name of a person into the form that is stored. Blanks between Chinese characters only align lists and
 * mean nothing (张 三), the dot between the parts of a transliterated name is U+00B7 (民委发〔2016〕33号), and letters
 * are half width. The blanks of other names stay, one each.
 */
export const toName = (text: string) =>
  cleanLine(text)
    .replace(/\s+/g, ' ')
    .replace(fullWidthLetters, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(interpuncts, '·')
    .replace(stops, '·')
    .replace(blanksBetweenHan, '')

/** Whether a text contains a Chinese character. */
export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
