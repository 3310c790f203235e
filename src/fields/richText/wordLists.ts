import { toHalfWidth } from '../../../resources/kit/index.ts'

export const dropComments = (body: Element) => {
  // 128 is NodeFilter.SHOW_COMMENT; Word's conditional markup is parsed as comments.
  const walker = body.ownerDocument.createTreeWalker(body, 128)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const it of found) it.parentNode?.removeChild(it)
}

const levelOf = (element: Element) => {
  const [, level] = /mso-list:[^;]*?level(\d)/i.exec(element.getAttribute('style') ?? '') ?? []
  return level ? Number(level) : null
}

const isMarker = (element: Element) => /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')

/** Matches numbers such as 1. 1.2 一、 (2) a) ① 第三条; any other marker that Word puts before a line is a bullet. */
const numberPattern =
  /^\(?(?:第?(?:(?:\d{1,3}\.){0,8}(\d{1,3})|([一二三四五六七八九十百]{1,5}))(?:[.、)条章节款项]|$)|[①-⑳]|([a-z]|[ivx]{1,5})[.、)])/i

const hanDigits = '一二三四五六七八九'
/** Parses Chinese numbers from 一 to 九十九. */
const parseHanNumber = (text: string) => {
  const [, tens = '', ones = ''] = /^(?:([一二三四五六七八九]?十))?([一二三四五六七八九])?$/.exec(text) ?? []
  const ten = tens === '' ? 0 : tens === '十' ? 1 : hanDigits.indexOf(tens[0]!) + 1
  return ten * 10 + (ones ? hanDigits.indexOf(ones) + 1 : 0)
}

/** The number of a marker; 1 if it cannot be determined, null for a bullet. */
const markerNumber = (marker: string) => {
  const match = numberPattern.exec(toHalfWidth(marker))
  if (!match) return null
  const [, digits, words] = match
  if (digits) return Number(digits)
  const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'.indexOf(marker[0]!) + 1
  return (words && parseHanNumber(words)) || circled || 1
}

type ListLine = { level: number; tag: 'ul' | 'ol'; start: number; element: Element }

const parseLine = (element: Element): ListLine | null => {
  const level = element.matches('p, h1, h2, h3, h4, h5, h6, div') ? levelOf(element) : null
  if (level === null) return null
  const markers = [...element.querySelectorAll('span')].filter(isMarker)
  const marker = markers.map(it => it.textContent.trim()).join('')
  for (const it of markers) it.remove()
  const start = markerNumber(marker)
  return { level, tag: start === null ? 'ul' : 'ol', start: start ?? 1, element }
}

/** Appends a line to the list of its level, opening and closing lists as needed. */
const appendLine = (openLists: Element[], { level, tag, start, element }: ListLine, before: Element) => {
  openLists.length = Math.min(openLists.length, level)
  if (openLists.length === level && openLists[level - 1]!.localName !== tag) openLists.length = level - 1
  while (openLists.length < level) {
    const list = element.ownerDocument.createElement(tag)
    // Keeps the number of a list that continues after another paragraph.
    if (tag === 'ol' && start > 1 && openLists.length === level - 1) list.setAttribute('start', String(start))
    const within = openLists.at(-1)
    if (within) (within.lastElementChild ?? within).append(list)
    else before.before(list)
    openLists.push(list)
  }
  const item = element.ownerDocument.createElement('li')
  const text = element.ownerDocument.createElement('p')
  text.append(...element.childNodes)
  item.append(text)
  openLists.at(-1)!.append(item)
  element.remove()
}

/** Converts Word's list paragraphs, which carry their level in a style, to HTML lists. */
export const restoreLists = (body: Element) => {
  let openLists: Element[] = []
  let previous: Element | null = null
  for (const element of body.querySelectorAll('[style*="mso-list"]')) {
    const line = parseLine(element)
    if (!line) continue
    // Another paragraph between two lines ends the list.
    const before: Element | null = element.previousElementSibling
    if (!previous || before !== previous) openLists = []
    appendLine(openLists, line, element)
    previous = openLists[0] ?? null
  }
}

/** Converts Word's lists for an editor whose schema drops all other markup. */
export const convertWordLists = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropComments(body)
  restoreLists(body)
  return body.innerHTML
}
