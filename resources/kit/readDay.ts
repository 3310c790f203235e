import { toHalfWidth } from './clean.ts'
import { firmDay } from './firmTime.ts'

const twoDigits = (number: string) => number.padStart(2, '0')

/** Whether the calendar has this day. */
export const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const separatedDay =
  /^(\d{4})(?:\s?[-/.,年]\s?|\s)(\d{1,2})(?:\s?[-/.,月]\s?|\s)(\d{1,2})(?!\d)\s?[日号號]?\.?/
/** 1-May-2020, and 1 May 2020 after a weekday. */
const dayBeforeMonth = /^(?:[a-z]{3,9},?\s)?(\d{1,2})[-\s]([a-z]{3,9})\.?,?[-\s](\d{4})(?!\d)/i
/** May 1, 2020, and Fri May 01 2020, as JavaScript writes a date. */
const monthBeforeDay = /^(?:[a-z]{3,9},?\s)?([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)/i
const englishMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const compactDay = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const weekday = /^\(?(?:星期|[周週])[一二三四五六日天]\)?\s*/
const time =
  /^T?(?:上午|下午|[AP]M\s)?\s?\d{1,2}(?::\d{1,2}|[时時点點]\d{0,2})(?:[:分]\d{1,2}(?:\.\d{1,9})?秒?)?分?\s?(?:[AP]M)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const separatedMonth = /^(\d{4})\s?[-/.,年]\s?(\d{1,2})\s?月?\.?$/
const compactMonth = /^(\d{4})(\d{2})$/

const chineseDigits = '〇一二三四五六七八九'
const digitOf = (character: string) => {
  const digit = chineseDigits.indexOf(character.replace(/[零○Ｏ]/, '〇'))
  return digit < 0 ? character : String(digit)
}

/** The number of a month or day in Chinese characters, such as 二十一 or 廿一. */
const numberOf = (characters: string) => {
  const written = characters.replace('廿', '二十').replace('卅', '三十')
  const [tens = '', ones] = written.split('十')
  return ones === undefined
    ? Array.from(tens, digitOf).join('')
    : `${tens === '' ? 1 : digitOf(tens)}${ones === '' ? 0 : digitOf(ones)}`
}

/** Chinese numbers before 年, 月 and 日, as in 二〇二〇年五月一日, become digits. */
const withDigits = (text: string) =>
  text
    .replace(
      /^((?:民国|民國)?)([\d〇零○Ｏ一二三四五六七八九]{2,4})年/,
      (_, era: string, year: string) => `${era}${Array.from(year, digitOf).join('')}年`,
    )
    .replace(/元月/, '1月')
    .replaceAll(/[〇零一二三四五六七八九十廿卅]{1,3}(?=[月日号號])/g, numberOf)

/** Words around the day somebody joined: 2020-05-01入职, 自2020年5月1日起. */
const joining = /^(?:于|自|从)\s?(?=\d)|(?<=[\d日号號])\s?(?:起|入职|加入|入所|到所|到岗|报到|到职)$/g

/** The text in half width, without white space at its ends, and with the usual signs between numbers. */
const plainText = (text: string) =>
  withDigits(toHalfWidth(text))
    .replaceAll(/[‐-―−。．、]/g, sign => (/[。．、]/.test(sign) ? '.' : '-'))
    .replace(/^(\d{8})\.0+$/, '$1')
    .replaceAll(joining, '')
    .trim()

/** A day whose month is written in English: its text, year, month and day. */
const englishDay = (text: string): readonly string[] | null => {
  const [first = '', ...dayFirst] = dayBeforeMonth.exec(text) ?? []
  const [second = '', ...monthFirst] = monthBeforeDay.exec(text) ?? []
  const [day, name = '', year] = first ? dayFirst : [monthFirst[1], monthFirst[0], monthFirst[2]]
  const month = englishMonths.findIndex(it => name.toLowerCase().startsWith(it)) + 1
  return year && day && month > 0 ? [first || second, year, String(month), day] : null
}

/** A time without the words in which JavaScript names its zone: GMT+0800 (China Standard Time). */
const plainTime = (text: string) =>
  text
    .replace(/\s\([^()]{1,60}\)$/, '')
    .replace(/\s(?:GMT|UTC)$/i, 'Z')
    .replace(/\s?(?:GMT|UTC)(?=[+-])/i, '')

/** The day of a moment with an offset in the firm's time zone. */
const dayInFirm = (day: string, clock: string, offset: string) => {
  const moment = new Date(
    `${day}T${clock
      .replace(/^T?\s?/i, '')
      .slice(0, -offset.length)
      .trim()}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2').replace(/^([+-]\d\d)$/, '$1:00')}`,
  )
  return Number.isNaN(moment.getTime()) ? null : firmDay(moment)
}

/**
 * Reads a day in one of the notations that people and programs use, as `YYYY-MM-DD`: 2026-3-8, 2026/3/8 0:00, 20260308,
 * 2026.3.8, 2026年3月8号 星期日, 二〇二六年三月八日, 2026-03-08T00:00:00Z, also in full-width characters. A time is left out, and one with an
 * offset is converted to the firm's time zone. Null for anything else.
 */
export const readDay = (written: string): string | null => {
  const text = plainText(written)
  const [whole = '', year, month, date] =
    separatedDay.exec(text) ?? compactDay.exec(text) ?? englishDay(text) ?? []
  if (!year || !month || !date || !isDay(Number(year), Number(month), Number(date))) return null
  const day = `${year}-${twoDigits(month)}-${twoDigits(date)}`
  const rest = plainTime(text.slice(whole.length).trim().replace(weekday, ''))
  if (rest === '') return day
  const [clock, offset] = time.exec(rest) ?? []
  if (clock === undefined) return null
  return offset === undefined ? day : dayInFirm(day, clock, offset.toUpperCase())
}

/** Reads a month as `YYYY-MM`: 2026-3, 202603, 2026/3, 2026.3, 2026年3月. Null for anything else. */
export const readMonth = (written: string): string | null => {
  const text = plainText(written)
  const [, year, month] = separatedMonth.exec(text) ?? compactMonth.exec(text) ?? []
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${twoDigits(month)}` : null
}

const otherEra = /^(?:民[国國]|中[华華]民[国國]|佛[历曆]|佛元|伊[历曆]|令和|平成|昭和)/
const shortYear = /^\d{1,3}\s?[-/.,年]\s?\d{1,2}\s?[-/.,月]\s?\d{1,2}(?!\d)/
/** Years of the Buddhist calendar are 543 ahead, so that those of living people are among these. */
const buddhistYears = { first: 2440, last: 2640 }

/**
 * Whether a text is a day whose year is not, or probably not, one of the Gregorian calendar in four digits: 民国109年5月1日,
 * 109/5/1, 20.5.1, 2563-05-01.
 */
export const hasOtherYear = (written: string): boolean => {
  const text = plainText(written)
  if (otherEra.test(text) || shortYear.test(text)) return true
  const year = Number(readDay(text)?.slice(0, 4))
  return year >= buddhistYears.first && year <= buddhistYears.last
}
