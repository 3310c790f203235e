const tagsOf = (names: string) => names.split(' ')
const words = 'p br strong em u s ul ol li h2 h3 h4 blockquote hr a'
const a = ['href', 'target', 'rel']
const ol = ['start']
const span = ['colspan', 'rowspan']
const box = ['src', 'width', 'height']
type Attributes = Readonly<Record<string, readonly string[]>>
const basicAttributes: Attributes = { a, ol }
const articleAttributes: Attributes = {
  a,
  ol,
  img: [...box, 'alt'],
  video: [...box, 'poster', 'controls'],
  th: span,
  td: span,
}

/**
 * What a rich text may hold, by the word that its field says. The server's cleaning, the browser's and the editors read
 * this entry; imported by path, so that a list does not load it. `link` is where a link may lead: a relative
 * address would be one of the back-office itself.
 */
export const markup = {
  basic: {
    tags: tagsOf(words),
    attributes: basicAttributes,
    link: /^https:\/\/[^\s/?#@\\]+([/?#].*)?$/is,
  },
  /** With pictures, tables and films; its links may also be mailed or dialled. */
  article: {
    tags: tagsOf(`${words} sub sup figure figcaption img video table thead tbody tr th td`),
    attributes: articleAttributes,
    link: /^(https?:\/\/[^\s/?#@\\]+([/?#].*)?|mailto:[^\s@/?]+@[^\s@/?]+|tel:\+?[\d-]{3,20})$/is,
  },
}
export type MarkupSet = keyof typeof markup
