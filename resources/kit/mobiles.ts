import { toHalfWidth } from './clean.ts'

// Mobile numbers of mainland China. The sign-in page checks a number without loading a schema, so that this file
// imports only `clean.ts`.

/** A mainland mobile number in half-width digits. */
export const mobilePattern = /^1[3-9]\d{9}$/

/** Blanks, brackets, points, quotation marks and dashes, by which people group the digits of a number or end it. */
const separators = /[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Pc}.,;:'"`~·•‧∙・\u02D7\u2043\u2212]/gu

/** A decimal fraction that programs add to a number which they keep as a float: 13800000001.0. */
const emptyFraction = /^(\d{11,13})\.0{1,2}$/

/** A number with all its digits and an exponent, as programs write one that they keep as a float: 1.3800000001E10. */
const withExponent = /^(\d)\.(\d{10})E\+?10$/i

/**
 * The country code in any notation, the zero that is dialled before a number of another city, and the number, perhaps with
 * a word that says what it is.
 */
const dialled =
  /^(?:tel|mobile|(?:手机|手機)(?:号|號)?(?:码|碼)?|联系电话|聯絡電話|电话|電話)?(?:\+?0{0,2}86\+?)?0?(1[3-9]\d{9})(?:同?微信(?:同号|同號|号|號)?|微信手机同号)?$/i

/**
 * Brings a mobile number into the form that is stored: eleven digits. Anything else, such as two numbers in one text,
 * is returned in half width but otherwise as it is, and fails the check of the field.
 */
export const toMobile = (text: string) => {
  const plain = toHalfWidth(text)
  const digits = plain.replace(emptyFraction, '$1').replace(withExponent, '$1$2').replaceAll(separators, '')
  return dialled.exec(digits)?.[1] ?? plain
}

/** A mobile number, perhaps in groups, within a longer text in half width. */
export const mobileWithin =
  /(?<!\d)(?:(?:\+86|0086|86)[\s().\p{Pd}\u2212]{0,2})?1[3-9]\d(?:[\s.\p{Pd}\u2212]?\d{4}){2}(?!\d)/gu

/** The mobile numbers within a text, in the form in which they are stored. */
export const mobilesIn = (text: string) => (toHalfWidth(text).match(mobileWithin) ?? []).map(toMobile)

/** Whether a text that should be one number holds several, as in 13800000001/13900000002. */
export const hasSeveralMobiles = (text: string) => mobilesIn(text).length > 1
