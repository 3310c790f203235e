import { fileAddress } from '../../../../resources/kit/index.ts'
import { markup } from '../../../../resources/domain/markup.ts'
import { noRemovals, type Removals } from './removals.ts'
import {
  blockTags,
  cleanFigures,
  containerTags,
  keepLines,
  nestLists,
  moveCaptions,
  rename,
  unwrap,
} from './pasteBlocks.ts'
import { dropInvisible } from './pasteSource.ts'
import { restoreLists } from './wordLists.ts'

const { tags, attributes, link } = markup.article
const allowedTags = new Set(tags)

/** Tags that are removed with their content; the second group has no visible content and is not counted. */
const embeds = 'iframe, object, embed, svg, math, canvas, audio, form, input, select, textarea, button'
const emptyTags = 'meta, title, link, base, template, noscript, xml, head, col, colgroup'
/** Elements that look different from the text around them, and are dropped without their text. */
const formatTags =
  'code, kbd, samp, var, tt, mark, small, big, ins, q, cite, dfn, abbr, acronym, ruby, rt, rp, bdo, details'
const replacementTags: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
}

/** Tag name with its namespace prefix, so that Word's o:p is not taken for a paragraph. */
const tagOf = (element: Element) => element.tagName.toLowerCase()

const dropElements = (body: Element, removed: Removals) => {
  for (const it of body.querySelectorAll('script')) {
    removed.scripts++
    it.remove()
  }
  for (const it of body.querySelectorAll('style')) {
    removed.styles++
    it.remove()
  }
  for (const it of body.querySelectorAll(emptyTags)) it.remove()
  for (const it of body.querySelectorAll(embeds)) {
    if (!it.isConnected) continue
    removed.embeds++
    it.remove()
  }
}

/** Weights from 600 on are bold; `bolder` is used within normal text. */
const isBoldWeight = (weight: string) => (/^\d/.test(weight) ? Number(weight) >= 600 : /^bold/i.test(weight))
const weightOf = (style: string) => /(?:^|;)\s*font-weight:\s*(\d{1,4}|[a-z]+)/i.exec(style)?.[1]

const raised =
  /(?:^|;)\s*(?:vertical-align|mso-text-raise)\s*:\s*(super|sub|-?[\d.]{1,8}(?:pt|px|r?em|ex|%))/i
/** Lengths in points from which text is raised or lowered; smaller ones only align it. */
const leastRaise: Readonly<Record<string, number>> = { pt: 2, px: 4, em: 0.2, rem: 0.2, ex: 0.4, '%': 20 }

/** Word raises text by a keyword or, with a distance of the author's, by a length. */
const raiseOf = (style: string) => {
  const [, value = ''] = raised.exec(style) ?? []
  if (/^su/i.test(value)) return value.toLowerCase() === 'super' ? 'sup' : 'sub'
  const distance = Number.parseFloat(value)
  const least = leastRaise[/[a-z%]+$/i.exec(value)?.[0].toLowerCase() ?? ''] ?? 0
  return Math.abs(distance) >= least ? (distance > 0 ? 'sup' : 'sub') : null
}

/** Marks that correspond to bold, italic, raised, lowered, underlined and struck-through styles. */
const marksOf = (style: string) =>
  [
    isBoldWeight(weightOf(style) ?? '') && 'strong',
    raiseOf(style),
    /(^|;)\s*font-style:\s*italic/i.test(style) && 'em',
    /(^|;)\s*text-decoration[^;]*underline/i.test(style) && 'u',
    /(^|;)\s*text-decoration[^;]*line-through/i.test(style) && 's',
  ].filter(it => it !== false && it !== null)

const styledTags = 'span, font, b, strong, a, i, em, u'
  .split(', ')
  .map(it => `${it}[style]`)
  .join(', ')

const convertStyleToMarks = (body: Element) => {
  for (const element of body.querySelectorAll(styledTags)) {
    const style = element.getAttribute('style') ?? ''
    // Google Docs wraps the whole document in <b style="font-weight:normal">, and other pages write 500.
    const weight = weightOf(style)
    const isPlain = weight && !isBoldWeight(weight) && !/^inherit$/i.test(weight)
    const span = isPlain && element.matches('b, strong') ? rename(element, 'span') : element
    if (span.textContent.trim() === '') continue
    const raise = raiseOf(style)
    const marks = span.matches('span, font') ? marksOf(style) : raise ? [raise] : []
    let inner: Element = span
    for (const mark of marks) {
      if (/^su[bp]$/.test(mark) && span.closest('sub, sup')) continue
      const wrapper = span.ownerDocument.createElement(mark)
      wrapper.append(...inner.childNodes)
      inner.append(wrapper)
      inner = wrapper
    }
  }
}

/** Descriptions of pictures without an address or a name. */
const fallbackNames = { local: '本机文件中的图片', unreadable: '无法读取的图片' }

const pictureName = (element: Element) => {
  const src = element.getAttribute('data-src') ?? element.getAttribute('src') ?? ''
  if (/^https?:\/\//i.test(src)) return src
  return (
    element.getAttribute('alt')?.trim() ||
    (/^file:/i.test(src) ? fallbackNames.local : fallbackNames.unreadable)
  )
}

/**
 * `isKnown` tells whether a picture is in the file store or in the text already; `take` accepts an embedded picture
 * and returns its upload id.
 */
type Options = { isKnown: (src: string) => boolean; take: (data: string) => string | null }

const cleanPictures = (body: Element, { isKnown, take: addPicture }: Options, removed: Removals) => {
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const id = src.startsWith('data:') && !picture.hasAttribute('data-src') ? addPicture(src) : null
    if (id) {
      for (const name of ['src', 'srcset']) picture.removeAttribute(name)
      picture.setAttribute('data-upload', id)
    } else if (fileAddress.test(src) && isKnown(src)) picture.removeAttribute('data-upload')
    else {
      removed.pictures.push(pictureName(picture))
      picture.remove()
    }
  }
  for (const film of body.querySelectorAll('video')) {
    const src = film.getAttribute('src') ?? ''
    if (fileAddress.test(src) && isKnown(src)) continue
    removed.embeds++
    film.remove()
  }
}

const cleanLinks = (body: Element, removed: Removals) => {
  for (const element of body.querySelectorAll('a')) {
    const href = (element.getAttribute('href') ?? '').trim()
    if (link.test(href)) continue
    if (/^[\s\p{Cc}]*(javascript|vbscript|data):/iu.test(href)) removed.scripts++
    else if (href && !href.startsWith('#')) removed.links++
    unwrap(element)
  }
}

const isAllowedAttribute = (tag: string, name: string) =>
  name === 'data-pm-slice' || (tag === 'img' && name === 'data-upload') || attributes[tag]?.includes(name)

const dropAttributes = (body: Element, removed: Removals) => {
  for (const element of body.querySelectorAll('*')) {
    if (element.hasAttribute('style') || element.hasAttribute('class') || tagOf(element) === 'font')
      removed.styles++
    for (const name of element.getAttributeNames()) {
      if (/^on/i.test(name)) removed.scripts++
      if (!isAllowedAttribute(tagOf(element), name)) element.removeAttribute(name)
    }
  }
}

const cleanTags = (body: Element, removed: Removals) => {
  moveCaptions(body)
  keepLines(body)
  cleanFigures(body)
  removed.formats += body.querySelectorAll(formatTags).length
  for (const element of body.querySelectorAll(containerTags))
    if (element.querySelector(`${blockTags}, ${containerTags}`)) unwrap(element)
    else rename(element, 'p')
  for (const [from, to] of Object.entries(replacementTags))
    for (const element of body.querySelectorAll(from)) rename(element, to)
  for (const element of body.querySelectorAll('*')) if (!allowedTags.has(tagOf(element))) unwrap(element)
  // A table with a single cell is only a frame around text.
  for (const table of body.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td, th')
    if (cells.length === 1) table.replaceWith(...cells[0]!.childNodes)
  }
}

/** A paragraph with a break or a blank is a blank line; one without is what is left of something else. */
const isBlankLine = (element: Element) =>
  element.localName === 'p' &&
  !element.closest('li, blockquote, figure') &&
  (/[\u00A0\u3000]/.test(element.textContent) || element.querySelector('br') !== null)

const dropEmpty = (body: Element) => {
  for (const element of body.querySelectorAll('p, h2, h3, h4, li, blockquote')) {
    const first = element.firstChild
    // Removes indentation by non-breaking spaces, but keeps ideographic spaces, which authors type.
    if (first?.nodeType === 3) first.textContent = first.textContent!.replace(/^[\u00A0 ]+(?=\S)/, '')
    const isEmpty = element.textContent.trim() === '' && !element.querySelector('img, video, hr, table')
    if (!isEmpty || element.closest('td, th')) continue
    if (isBlankLine(element)) element.replaceChildren()
    else element.remove()
  }
  const isBlank = (element: Element | null) => element?.localName === 'p' && element.childNodes.length === 0
  while (isBlank(body.firstElementChild)) body.firstElementChild!.remove()
  while (isBlank(body.lastElementChild)) body.lastElementChild!.remove()
}

/**
 * Sanitises pasted HTML for an article: removes markup of Word and WeChat, keeps lists, marks and blank lines, and
 * counts what was removed. DOMParser creates a document that runs no scripts and loads no pictures.
 */
export const cleanPaste = (html: string, options: Options): { html: string; removed: Removals } => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const removed = { ...noRemovals(), ...dropInvisible(body) }
  dropElements(body, removed)
  cleanPictures(body, options, removed)
  restoreLists(body)
  nestLists(body)
  convertStyleToMarks(body)
  cleanLinks(body, removed)
  dropAttributes(body, removed)
  cleanTags(body, removed)
  dropEmpty(body)
  return { html: body.innerHTML, removed }
}
