import { fileAddress } from '../../../resources/kit/index.ts'
import { markup } from '../../../resources/domain/markup.ts'
import { nothingRemoved, type Removed } from './removed.ts'
import { dropComments, restoreLists } from './wordLists.ts'

const { tags, attributes, link } = markup.article
const allowed = new Set(tags)

/** Gone with all that is in them; what follows after the comma is no content at all. */
const embeds = 'iframe, object, embed, svg, math, canvas, audio, form, input, select, textarea, button'
const silent = 'meta, title, link, base, template, noscript, xml, head, col, colgroup, caption'
const blocks = 'p, h2, h3, h4, ul, ol, blockquote, table, hr, video, img'
/** Blocks of other pages: sections of WeChat, layers, the parts of a figure. */
const soup =
  'section, div, article, header, footer, main, aside, center, address, dl, dt, dd, pre, figure, figcaption'
const renamed: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
}

/** With its prefix: Word's o:p is no paragraph. */
const tagOf = (element: Element) => element.tagName.toLowerCase()

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

const rename = (element: Element, tag: string) => {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  for (const name of element.getAttributeNames()) other.setAttribute(name, element.getAttribute(name)!)
  element.replaceWith(other)
  return other
}

const dropElements = (body: Element, removed: Removed) => {
  for (const it of body.querySelectorAll('script')) {
    removed.scripts++
    it.remove()
  }
  for (const it of body.querySelectorAll('style')) {
    removed.styles++
    it.remove()
  }
  for (const it of body.querySelectorAll(silent)) it.remove()
  for (const it of body.querySelectorAll(embeds)) {
    if (!it.isConnected) continue
    removed.embeds++
    it.remove()
  }
}

/** Bold, italic, underlined and struck text that is so by style stays so. */
const marksOf = (style: string) =>
  [
    /(^|;)\s*font-weight:\s*(bold|[6-9]00)/i.test(style) && 'strong',
    /(^|;)\s*font-style:\s*italic/i.test(style) && 'em',
    /(^|;)\s*text-decoration[^;]*underline/i.test(style) && 'u',
    /(^|;)\s*text-decoration[^;]*line-through/i.test(style) && 's',
  ].filter(it => it !== false)

const keepMarks = (body: Element) => {
  for (const span of body.querySelectorAll('span[style], font[style], b[style], strong[style]')) {
    const style = span.getAttribute('style') ?? ''
    // Whole documents come wrapped in <b style="font-weight:normal">.
    if (/(^|;)\s*font-weight:\s*(normal|400)/i.test(style) && span.matches('b, strong')) rename(span, 'span')
    if (!span.matches('span, font') || span.textContent.trim() === '') continue
    let inner: Element = span
    for (const mark of marksOf(style)) {
      const wrapper = span.ownerDocument.createElement(mark)
      wrapper.append(...inner.childNodes)
      inner.append(wrapper)
      inner = wrapper
    }
  }
}

/** Texts of the product, in the place of a name. */
const unnamed = { local: '本机文件中的图片', unreadable: '无法读取的图片' }

const pictureName = (element: Element) => {
  const src = element.getAttribute('data-src') ?? element.getAttribute('src') ?? ''
  if (/^https?:\/\//i.test(src)) return src
  return element.getAttribute('alt')?.trim() || (/^file:/i.test(src) ? unnamed.local : unnamed.unreadable)
}

/** `take` gives a place to a picture that came with the text itself. */
type Options = { isKnown: (src: string) => boolean; take: (data: string) => string | null }

const settlePictures = (body: Element, { isKnown, take }: Options, removed: Removed) => {
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const id = src.startsWith('data:') && !picture.hasAttribute('data-src') ? take(src) : null
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

const settleLinks = (body: Element, removed: Removed) => {
  for (const element of body.querySelectorAll('a')) {
    const href = (element.getAttribute('href') ?? '').trim()
    if (link.test(href)) continue
    if (/^[\s\p{Cc}]*(javascript|vbscript|data):/iu.test(href)) removed.scripts++
    else if (href && !href.startsWith('#')) removed.links++
    unwrap(element)
  }
}

const kept = (tag: string, name: string) =>
  name === 'data-pm-slice' || (tag === 'img' && name === 'data-upload') || attributes[tag]?.includes(name)

const dropAttributes = (body: Element, removed: Removed) => {
  for (const element of body.querySelectorAll('*')) {
    if (element.hasAttribute('style') || element.hasAttribute('class') || tagOf(element) === 'font')
      removed.styles++
    for (const name of element.getAttributeNames()) {
      if (/^on/i.test(name)) removed.scripts++
      if (!kept(tagOf(element), name)) element.removeAttribute(name)
    }
  }
}

const settleTags = (body: Element) => {
  for (const element of body.querySelectorAll(soup))
    if (element.querySelector(`${blocks}, ${soup}`)) unwrap(element)
    else rename(element, 'p')
  for (const [from, to] of Object.entries(renamed))
    for (const element of body.querySelectorAll(from)) rename(element, to)
  for (const element of body.querySelectorAll('*')) if (!allowed.has(tagOf(element))) unwrap(element)
  // A table of one cell is a frame around a text.
  for (const table of body.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td, th')
    if (cells.length === 1) table.replaceWith(...cells[0]!.childNodes)
  }
}

const dropEmpty = (body: Element) => {
  for (const element of body.querySelectorAll('p, h2, h3, h4, li, blockquote')) {
    const first = element.firstChild
    // Indented with hard spaces; an indent of Chinese spaces is somebody's typing.
    if (first?.nodeType === 3) first.textContent = first.textContent!.replace(/^[\u00A0 ]+(?=\S)/, '')
    const isEmpty = element.textContent.trim() === '' && !element.querySelector('img, video, hr, table')
    if (isEmpty && !element.closest('td, th')) element.remove()
  }
}

/**
 * Pasted HTML as an article may have it: what Word and WeChat add is gone, their lists and marks are kept, and what was
 * left out is counted. The document it is read into runs no script and fetches no picture.
 */
export const cleanPaste = (html: string, options: Options): { html: string; removed: Removed } => {
  const removed = nothingRemoved()
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropComments(body)
  dropElements(body, removed)
  settlePictures(body, options, removed)
  restoreLists(body)
  keepMarks(body)
  settleLinks(body, removed)
  dropAttributes(body, removed)
  settleTags(body)
  dropEmpty(body)
  return { html: body.innerHTML, removed }
}
