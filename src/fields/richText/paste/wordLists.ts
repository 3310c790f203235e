import { toHalfWidth } from '../../../../resources/kit/index.ts'
import { rename } from './pasteBlocks.ts'
import { dropInvisible } from './pasteSource.ts'

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

const levelOf = (element: Element) => {
  const [, level] = /mso-list:[^;]*?level(\d)/i.exec(styleOf(element)) ?? []
  return level ? Number(level) : null
}

/** The list to which a line belongs: Word numbers its lists, and their uses with another start. */
const listOf = (element: Element) => {
  const [, list = '', use = ''] = /mso-list:\s*(l\d+)[^;]*?(lfo\d+|;|$)/i.exec(styleOf(element)) ?? []
  return `${list} ${use}`
}

const isMarker = (element: Element) => /mso-list:\s*ignore/i.test(styleOf(element))

/** Numbers that become those of a list; other letters and numbers are part of the text. */
const listNumber = /^(?:(\d{1,3})\.|([a-z]|[ivx]{2,5})\))$/i

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
/** The value of a letter of a list, of which the first i) is a Roman number, as those of several letters are. */
const letterValue = (letters: string) => {
  if (letters.length === 1 && letters !== 'i') return letters.charCodeAt(0) - 96
  const values = [...letters].map(it => romanDigits[it]!)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

type Marker = { type: 'bullet' } | { type: 'number'; start: number } | { type: 'text'; text: string }

/**
 * What Word puts before a line: a bullet, a number that becomes that of a list, or one that the text refers to and
 * that must stay as it is, such as 第一条, （1）, ① or 一、. Bullets are single letters of symbol fonts, or signs.
 */
const markerOf = (text: string): Marker => {
  const [, digits, letter] = listNumber.exec(toHalfWidth(text)) ?? []
  if (digits) return { type: 'number', start: Number(digits) }
  if (letter) return { type: 'number', start: letterValue(letter.toLowerCase()) }
  const isNumber = /[\p{N}\p{Script=Han}]/u.test(text)
  const isSingle = Array.from(text).length <= 1
  return !isNumber && (isSingle || !/\p{L}/u.test(text)) ? { type: 'bullet' } : { type: 'text', text }
}

/** Takes the marker out of a line and returns its text. */
const takeMarker = (element: Element) => {
  const markers = [...element.querySelectorAll('span')].filter(isMarker)
  const text = markers
    .filter(it => !markers.some(other => other !== it && other.contains(it)))
    // Only the blank of Article 1 belongs to the marker.
    .map(it => it.textContent.replaceAll(/\s+/g, ' ').replaceAll(/(?<![a-z]) | (?![a-z\d])/gi, ''))
    .join('')
  for (const it of markers) it.remove()
  return text
}

/** Puts a number before the text; a blank follows unless its last sign has a gap of its own. */
const prependNumber = (element: Element, number: string) => {
  if (number !== '') element.prepend(/[\p{L}\p{Nd}.)]$/u.test(number) ? `${number} ` : number)
}

/** A line without a tag is a paragraph below the line of a higher level; its number is now part of its text. */
type ListLine = { level: number; list: string; tag: 'ul' | 'ol' | null; start: number; element: Element }

const headings = 'h1, h2, h3, h4, h5, h6'

/** The line of a list, or null for a heading, whose number is now part of its text. */
const parseLine = (element: Element): ListLine | null => {
  const level = element.matches(`p, div, ${headings}`) ? levelOf(element) : null
  if (level === null) return null
  const number = takeMarker(element)
  const marker = markerOf(number)
  const isHeading = element.matches(headings)
  if (marker.type === 'text' || (marker.type === 'number' && isHeading)) prependNumber(element, number)
  if (isHeading) return null
  const start = marker.type === 'number' ? marker.start : 1
  const tag = { number: 'ol', bullet: 'ul', text: null } as const
  return { level, list: listOf(element), tag: tag[marker.type], start, element }
}

type OpenList = { level: number; list: string; element: Element }

/** Appends a line to the list of its level, opening and closing lists as needed; false if it belongs to none. */
const appendLine = (openLists: OpenList[], { level, list, tag, start, element }: ListLine): boolean => {
  if (tag === null) {
    const above = openLists.findLast(it => it.level < level)
    above?.element.lastElementChild!.append(element)
    return above !== undefined
  }
  const document = element.ownerDocument
  while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop()
  const last = openLists.at(-1)
  if (last?.level === level && (last.element.localName !== tag || last.list !== list)) openLists.pop()
  if (openLists.at(-1)?.level !== level) {
    const opened = document.createElement(tag)
    // Keeps the number of a list that continues after another paragraph.
    if (tag === 'ol' && start > 1) opened.setAttribute('start', String(start))
    const within = openLists.at(-1)?.element.lastElementChild
    if (within) within.append(opened)
    else element.before(opened)
    openLists.push({ level, list, element: opened })
  }
  const item = document.createElement('li')
  const text = document.createElement('p')
  text.append(...element.childNodes)
  item.append(text)
  openLists.at(-1)!.element.append(item)
  element.remove()
  return true
}

const chineseNumber = (value: number) => {
  const digits = ['', ...'一二三四五六七八九']
  const tens = Math.floor(value / 10)
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[value % 10]}`
}

const romanNumber = (value: number) =>
  'm'.repeat(value / 1000) +
  ([100, 10, 1] as const)
    .map((unit, at) => {
      const [one = '', five = '', ten = ''] = ['cdm', 'xlc', 'ivx'][at]!
      const patterns = ['', one, one + one, one + one + one, one + five, five, five + one]
      const digit = Math.floor(value / unit) % 10
      return [...patterns, five + one + one, five + one + one + one, one + ten][digit]
    })
    .join('')

/** The letter or number of a line of Word Online by the style of its list. */
const writtenNumber = (value: number, style: string) => {
  const isUpper = /upper/i.test(style)
  const inCase = (text: string) => (isUpper ? text.toUpperCase() : text)
  if (/alpha|latin/i.test(style)) return inCase(String.fromCharCode(96 + Math.min(value, 26)))
  if (/roman/i.test(style) && value < 4000) return inCase(romanNumber(value))
  return /cjk|chinese|ideographic|japanese/i.test(style) && value < 100 ? chineseNumber(value) : String(value)
}

const listStyles: Readonly<Record<string, string>> = {
  a: 'alpha',
  A: 'upper-alpha',
  i: 'roman',
  I: 'upper-roman',
}

/** The numbers of the last line of each level of a list. */
type Numbers = Map<string, string>

/**
 * The marker that Word Online shows before a line, from the pattern that it notes, such as 第%1条, in which %1 is the number
 * of the first level.
 */
const shownMarker = (item: Element, parent: Element, level: string, numbers: Numbers) => {
  if (parent.localName === 'ul') return '•'
  const position = Number(item.getAttribute('data-aria-posinset') ?? parent.getAttribute('start') ?? 1)
  const style = `${styleOf(parent)} ${listStyles[parent.getAttribute('type') ?? ''] ?? ''}`
  const number = writtenNumber(Number.isInteger(position) && position > 0 ? position : 1, style)
  numbers.set(level, number)
  const pattern = item.getAttribute('data-leveltext') ?? '%1.'
  // A pattern without the number of its own level notes that of the first.
  const own = pattern.includes(`%${level}`) ? level : '1'
  return pattern.replaceAll(/%(\d)/g, (_, at: string) => (at === own ? number : (numbers.get(at) ?? '1')))
}

/**
 * Word Online wraps each line into a list of its own, and notes level and list beside it. The lines are rewritten as
 * those of Word.
 */
const unwrapOnlineLists = (body: Element) => {
  const tops = new Set<Element>()
  const numbersOf = new Map<string, Numbers>()
  for (const item of body.querySelectorAll('li[data-aria-level]')) {
    const parent = item.parentElement!
    const top = item.closest('.ListContainerWrapper') ?? parent
    const paragraphs = item.querySelectorAll(`p, ${headings}`)
    const only = paragraphs.length === 1 ? paragraphs[0]! : null
    const line = item.ownerDocument.createElement(only?.matches(headings) ? only.localName : 'p')
    const list = (item.getAttribute('data-listid') ?? '0').replaceAll(/\D/g, '') || '0'
    const level = /\d/.exec(item.getAttribute('data-aria-level') ?? '')?.[0] ?? '1'
    line.setAttribute('style', `mso-list:l${list} level${level} lfo${list}`)
    const marker = item.ownerDocument.createElement('span')
    marker.setAttribute('style', 'mso-list:Ignore')
    const numbers = numbersOf.get(list) ?? new Map<string, string>()
    numbersOf.set(list, numbers)
    marker.textContent = shownMarker(item, parent, level, numbers)
    line.append(marker, ...(only ?? item).childNodes)
    top.before(line)
    tops.add(top)
  }
  for (const it of tops) it.remove()
  // The mark at the end of each paragraph, which is a space in an empty one.
  for (const it of body.querySelectorAll('.EOP')) if (it.parentElement!.textContent.trim() !== '') it.remove()
}

/** Word Online writes headings as paragraphs with a role. */
const restoreHeadings = (body: Element) => {
  for (const it of body.querySelectorAll('p[role="heading"], div[role="heading"]')) {
    const [level = '2'] = /^[1-6]/.exec(it.getAttribute('aria-level') ?? '') ?? []
    if (!it.querySelector(`p, div, ${headings}`)) rename(it, `h${level}`)
  }
}

/**
 * Converts lists of Word and WPS, whose paragraphs have their level in a style, and of Word Online, to those of HTML.
 * Numbers that are no list's become text.
 */
export const restoreLists = (body: Element) => {
  restoreHeadings(body)
  unwrapOnlineLists(body)
  let openLists: OpenList[] = []
  let previous: Element | null = null
  for (const element of body.querySelectorAll('[style*="mso-list"]')) {
    const line = parseLine(element)
    if (!line) continue
    // Another paragraph between two lines ends the list.
    if (!previous || element.previousElementSibling !== previous) openLists = []
    previous = appendLine(openLists, line) ? openLists[0]!.element : null
  }
}

/** Converts Word's lists for an editor whose schema drops all other markup. */
export const convertWordLists = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropInvisible(body)
  restoreLists(body)
  return body.innerHTML
}
