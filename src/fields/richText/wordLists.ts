import { halfWidth } from '../../../resources/kit/index.ts'

export const dropComments = (body: Element) => {
  // 128: comments, which is what Word's conditions are once they are parsed.
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

/** 1. 1.2 一、 (2) a) ① 第三条 are numbers; anything else that Word draws before a line is a bullet. */
const number =
  /^\(?(?:第?(?:(?:\d{1,3}\.){0,8}(\d{1,3})|([一二三四五六七八九十百]{1,5}))(?:[.、)条章节款项]|$)|[①-⑳]|([a-z]|[ivx]{1,5})[.、)])/i

const han = '一二三四五六七八九'
/** 一 to 九十九. */
const hanNumber = (text: string) => {
  const [, tens = '', ones = ''] = /^(?:([一二三四五六七八九]?十))?([一二三四五六七八九])?$/.exec(text) ?? []
  const ten = tens === '' ? 0 : tens === '十' ? 1 : han.indexOf(tens[0]!) + 1
  return ten * 10 + (ones ? han.indexOf(ones) + 1 : 0)
}

/** Which number it is; 1 where it can't be told, null for a bullet. */
const numberOf = (marker: string) => {
  const match = number.exec(halfWidth(marker))
  if (!match) return null
  const [, digits, words] = match
  if (digits) return Number(digits)
  const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'.indexOf(marker[0]!) + 1
  return (words && hanNumber(words)) || circled || 1
}

type Line = { level: number; tag: 'ul' | 'ol'; start: number; element: Element }

const lineOf = (element: Element): Line | null => {
  const level = element.matches('p, h1, h2, h3, h4, h5, h6, div') ? levelOf(element) : null
  if (level === null) return null
  const markers = [...element.querySelectorAll('span')].filter(isMarker)
  const marker = markers.map(it => it.textContent.trim()).join('')
  for (const it of markers) it.remove()
  const start = numberOf(marker)
  return { level, tag: start === null ? 'ul' : 'ol', start: start ?? 1, element }
}

/** Puts one line under the list of its level, opening and closing lists on the way. */
const place = (open: Element[], { level, tag, start, element }: Line, before: Element) => {
  open.length = Math.min(open.length, level)
  if (open.length === level && open[level - 1]!.localName !== tag) open.length = level - 1
  while (open.length < level) {
    const list = element.ownerDocument.createElement(tag)
    // A list that goes on after another paragraph goes on counting.
    if (tag === 'ol' && start > 1 && open.length === level - 1) list.setAttribute('start', String(start))
    const within = open.at(-1)
    if (within) (within.lastElementChild ?? within).append(list)
    else before.before(list)
    open.push(list)
  }
  const item = element.ownerDocument.createElement('li')
  const text = element.ownerDocument.createElement('p')
  text.append(...element.childNodes)
  item.append(text)
  open.at(-1)!.append(item)
  element.remove()
}

/** Word writes lists as paragraphs that say of which level they are; they become lists. */
export const restoreLists = (body: Element) => {
  let open: Element[] = []
  let previous: Element | null = null
  for (const element of body.querySelectorAll('[style*="mso-list"]')) {
    const line = lineOf(element)
    if (!line) continue
    // Another paragraph between two lines ends the list.
    const follows: Element | null = element.previousElementSibling
    if (!previous || follows !== previous) open = []
    place(open, line, element)
    previous = open[0] ?? null
  }
}

/** For an editor whose own schema drops everything else. */
export const withLists = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropComments(body)
  restoreLists(body)
  return body.innerHTML
}
