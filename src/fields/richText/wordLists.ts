const levelOf = (element: Element) => {
  const [, level] = /mso-list:[^;]*?level(\d)/i.exec(element.getAttribute('style') ?? '') ?? []
  return level ? Number(level) : null
}

const isMarker = (element: Element) => /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')

/** 1. 一、 (2) a) are numbers; anything else that Word draws before a line is a bullet. */
const isNumber = (marker: string) =>
  /^[((]?([\d]{1,3}|[一二三四五六七八九十]{1,3}|[a-z]|[ivx]{1,5})[.、.))]/i.test(marker)

type Line = { level: number; tag: 'ul' | 'ol'; element: Element }

const lineOf = (element: Element): Line | null => {
  const level = element.matches('p, h1, h2, h3, h4, h5, h6, div') ? levelOf(element) : null
  if (level === null) return null
  const markers = [...element.querySelectorAll('span')].filter(isMarker)
  const marker = markers.map(it => it.textContent.trim()).join('')
  for (const it of markers) it.remove()
  return { level, tag: isNumber(marker) ? 'ol' : 'ul', element }
}

/** Puts one line under the list of its level, opening and closing lists on the way. */
const place = (open: Element[], { level, tag, element }: Line, before: Element) => {
  open.length = Math.min(open.length, level)
  if (open.length === level && open[level - 1]!.localName !== tag) open.length = level - 1
  while (open.length < level) {
    const list = element.ownerDocument.createElement(tag)
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
