import { toHalfWidth } from '../../../resources/kit/index.ts'
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

/** Numbers that a list of HTML shows in the same way; other letters and numbers are part of the text. */
const listNumber = /^(?:(\d{1,3})\.|([a-z])\))$/i

type Marker = { type: 'bullet' } | { type: 'number'; start: number } | { type: 'text'; text: string }

/**
 * What Word puts before a line: a bullet, a number that becomes that of a list, or one that the text refers to and
 * that must stay as it is, such as 第一条, （1）, ① or 一、. Bullets are single letters of symbol fonts, or signs.
 */
const markerOf = (text: string): Marker => {
  const [, digits, letter] = listNumber.exec(toHalfWidth(text)) ?? []
  if (digits) return { type: 'number', start: Number(digits) }
  // The first i) is a Roman number.
  if (letter) return { type: 'number', start: letter === 'i' ? 1 : letter.toLowerCase().charCodeAt(0) - 96 }
  const isNumber = /[\p{N}\p{Script=Han}]/u.test(text)
  const isSingle = Array.from(text).length <= 1
  return !isNumber && (isSingle || !/\p{L}/u.test(text)) ? { type: 'bullet' } : { type: 'text', text }
}

/** Takes the marker out of a line and returns its text. */
const takeMarker = (element: Element) => {
  const markers = [...element.querySelectorAll('span')].filter(isMarker)
  const text = markers
    .filter(it => !markers.some(other => other !== it && other.contains(it)))
    .map(it => it.textContent.replaceAll(/[\s\u00A0]+/g, ''))
    .join('')
  for (const it of markers) it.remove()
  return text
}

/** Puts a number before the text; a blank follows unless its last sign has a gap of its own. */
const prependNumber = (element: Element, number: string) => {
  if (number !== '') element.prepend(/[\p{L}\p{Nd}.)]$/u.test(number) ? `${number} ` : number)
}

type ListLine = { level: number; list: string; tag: 'ul' | 'ol'; start: number; element: Element }

/** The line of a list, or null for a heading or a paragraph, whose number is now part of its text. */
const parseLine = (element: Element): ListLine | null => {
  const level = element.matches('p, h1, h2, h3, h4, h5, h6, div') ? levelOf(element) : null
  if (level === null) return null
  const number = takeMarker(element)
  const marker = markerOf(number)
  if (marker.type === 'text' || (marker.type === 'number' && element.matches('h1, h2, h3, h4, h5, h6'))) {
    prependNumber(element, number)
    return null
  }
  if (element.matches('h1, h2, h3, h4, h5, h6')) return null
  const start = marker.type === 'number' ? marker.start : 1
  return { level, list: listOf(element), tag: marker.type === 'number' ? 'ol' : 'ul', start, element }
}

type OpenList = { level: number; list: string; element: Element }

/** Appends a line to the list of its level, opening and closing lists as needed. */
const appendLine = (openLists: OpenList[], { level, list, tag, start, element }: ListLine) => {
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
}

/** The letter or number of a line of Word Online by the style of its list. */
const writtenNumber = (value: number, style: string) => {
  if (/alpha|latin/i.test(style)) return String.fromCharCode(96 + Math.min(value, 26))
  if (!/cjk|chinese|ideographic|japanese/i.test(style) || value > 99) return String(value)
  const digits = ['', ...'一二三四五六七八九']
  const tens = Math.floor(value / 10)
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[value % 10]}`
}

/** The marker that Word Online shows before a line, from the pattern that it notes, such as 第%1条. */
const shownMarker = (item: Element, parent: Element) => {
  if (parent.localName === 'ul') return '•'
  const position = Number(item.getAttribute('data-aria-posinset') ?? parent.getAttribute('start') ?? 1)
  const pattern = item.getAttribute('data-leveltext') ?? '%1.'
  const style = `${styleOf(parent)} ${parent.getAttribute('type') === 'a' ? 'alpha' : ''}`
  const number = writtenNumber(Number.isInteger(position) && position > 0 ? position : 1, style)
  const isSimple = pattern.replace(/%\d/, '').search(/%\d/) < 0
  return isSimple ? pattern.replace(/%\d/, number) : `${number}.`
}

/**
 * Word Online wraps each line into a list of its own, and notes level and list beside it. The lines are rewritten as
 * those of Word.
 */
const unwrapOnlineLists = (body: Element) => {
  const tops = new Set<Element>()
  for (const item of body.querySelectorAll('li[data-aria-level]')) {
    const parent = item.parentElement!
    const top = item.closest('.ListContainerWrapper') ?? parent
    const line = item.ownerDocument.createElement('p')
    const list = (item.getAttribute('data-listid') ?? '0').replaceAll(/\D/g, '') || '0'
    const level = (item.getAttribute('data-aria-level') ?? '1').replaceAll(/\D/g, '').slice(0, 1) || '1'
    line.setAttribute('style', `mso-list:l${list} level${level} lfo${list}`)
    const marker = item.ownerDocument.createElement('span')
    marker.setAttribute('style', 'mso-list:Ignore')
    marker.textContent = shownMarker(item, parent)
    const paragraphs = item.querySelectorAll('p')
    line.append(marker, ...(paragraphs.length === 1 ? paragraphs[0]! : item).childNodes)
    top.before(line)
    tops.add(top)
  }
  for (const it of tops) it.remove()
  // The mark at the end of each paragraph, which is a space in an empty one.
  for (const it of body.querySelectorAll('.EOP')) if (it.parentElement!.textContent.trim() !== '') it.remove()
}

/**
 * Converts lists of Word and WPS, whose paragraphs have their level in a style, and of Word Online, to those of HTML.
 * Numbers that are no list's become text.
 */
export const restoreLists = (body: Element) => {
  unwrapOnlineLists(body)
  let openLists: OpenList[] = []
  let previous: Element | null = null
  for (const element of body.querySelectorAll('[style*="mso-list"]')) {
    const line = parseLine(element)
    if (!line) continue
    // Another paragraph between two lines ends the list.
    if (!previous || element.previousElementSibling !== previous) openLists = []
    appendLine(openLists, line)
    previous = openLists[0]!.element
  }
}

/** Converts Word's lists for an editor whose schema drops all other markup. */
export const convertWordLists = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropInvisible(body)
  restoreLists(body)
  return body.innerHTML
}
