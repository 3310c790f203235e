import { nodesOf } from './pasteSource.ts'

// The blocks of copied HTML in the shapes that the editor of an article has.

export const blockTags = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, hr, video, img'
/** Container tags of other pages, such as sections of WeChat articles. */
export const containerTags =
  'section, div, article, header, footer, main, aside, center, address, dl, dt, dd, pre, details, summary'

export const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

export const rename = (element: Element, tag: string) => {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  for (const name of element.getAttributeNames()) other.setAttribute(name, element.getAttribute(name)!)
  element.replaceWith(other)
  return other
}

/** A caption becomes a paragraph before its table, because the editor's tables have rows only. */
export const moveCaptions = (body: Element) => {
  for (const caption of body.querySelectorAll('caption')) {
    const text = rename(caption, 'p')
    const table = text.closest('table')
    if (table) table.before(text)
  }
}

/** Keeps figures of a picture or a table with a caption; others are frames. */
export const cleanFigures = (body: Element) => {
  for (const figure of body.querySelectorAll('figure')) {
    const captions = [...figure.querySelectorAll('figcaption')].filter(it => it.textContent.trim() !== '')
    if (captions.length === 0 || !figure.querySelector('img, video, table')) unwrap(figure)
  }
  for (const caption of body.querySelectorAll('figcaption'))
    if (!caption.closest('figure')) rename(caption, 'p')
    else for (const block of caption.querySelectorAll(`${blockTags}, ${containerTags}`)) unwrap(block)
}

const fragmentOf = (document: Document, nodes: readonly (Node | string)[]) => {
  const fragment = document.createDocumentFragment()
  fragment.append(...nodes)
  return fragment
}

const isLineEnd = (node: ChildNode) =>
  node.nodeName === 'BR' || (node.nodeType === 3 && node.textContent === '')

/** Writes the line breaks and the indentation of preformatted text as the editor does. */
export const keepLines = (body: Element) => {
  for (const pre of body.querySelectorAll('pre')) {
    for (const node of nodesOf(pre, 4)) {
      const lines = (node.textContent ?? '').split(/\r\n|\r|\n/)
      const nodes = lines.flatMap((line, index) => {
        const indented = line.replace(/^[ \t]+/, blanks =>
          blanks.replaceAll('\t', '    ').replaceAll(' ', '\u00A0'),
        )
        return index === 0 ? [indented] : [pre.ownerDocument.createElement('br'), indented]
      })
      node.parentNode?.replaceChild(fragmentOf(pre.ownerDocument, nodes), node)
    }
    // The break before the end tag is no line.
    while (pre.lastChild && isLineEnd(pre.lastChild)) pre.lastChild.remove()
  }
}

/**
 * Google Docs writes a list of a deeper level beside the line that it belongs to, and LibreOffice the first number of a list
 * on its first line.
 */
export const nestLists = (body: Element) => {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const line = list.previousElementSibling
    if (line?.localName === 'li') line.append(list)
  }
  for (const list of body.querySelectorAll('ol:not([start])')) {
    const first = list.querySelector(':scope > li')?.getAttribute('value') ?? ''
    if (/^[1-9]\d{0,4}$/.test(first) && first !== '1') list.setAttribute('start', first)
  }
}
