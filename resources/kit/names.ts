import { cleanLine } from './clean.ts'

/** The dots that are written between the parts of a transliterated name, with the blanks around them. */
const interpuncts =
  / ?(?:[\u00B7\u16EB\u2022\u2024\u2027\u2218\u2219\u22C5\u25CF\u25E6\u2981\u2E30\u2E31\u2E33\u30FB\u318D\uA78F\uFF65] ?)+/g

/** A full stop between Chinese characters, which stands for such a dot. */
const stops = /(?<=\p{Script=Han}\p{Variation_Selector}?) ?[.\u3002\uFE52\uFF0E\uFF61] ?(?=\p{Script=Han})/gu

const blanksBetweenHan = /(?<=\p{Script=Han}\p{Variation_Selector}?) (?=\p{Script=Han})/gu

/** Letters and digits in full width, and the radicals that texts copied from a PDF have instead of characters (⽅). */
const otherForms = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\u2F00-\u2FD5]/g

/**
 * Brings the name of a person into the form that is stored. Blanks between Chinese characters only align lists and
 * mean nothing (张 三), the dot between the parts of a transliterated name is U+00B7 (民委发〔2016〕33号), and letters
 * are half width. The blanks of other names stay, one each.
 */
export const toName = (text: string) =>
  cleanLine(text)
    .replace(/[\s\u2800]+/g, ' ')
    .replace(otherForms, char => char.normalize('NFKC'))
    .replace(interpuncts, '·')
    .replace(stops, '·')
    .replace(blanksBetweenHan, '')

/** Whether a text contains a Chinese character. */
export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
