const tagsOf = (names: string) => names.split(' ')
const textTags = 'p br strong em u s ul ol li h2 h3 h4 blockquote hr a'
const a = ['href', 'target', 'rel']
const ol = ['start']
const cellSpan = ['colspan', 'rowspan']
const mediaSize = ['src', 'width', 'height']
type Attributes = Readonly<Record<string, readonly string[]>>
const basicAttributes: Attributes = { a, ol }
const articleAttributes: Attributes = {
  a,
  ol,
  img: [...mediaSize, 'alt'],
  video: [...mediaSize, 'poster', 'controls'],
  th: cellSpan,
  td: cellSpan,
}

/**
 * Allowed HTML of a rich text, by the name that its field declares. The cleaning on the server, the cleaning in the
 * browser and the editors read this entry. It is imported by path, so that lists do not load it. `link` is the
 * pattern of allowed link addresses; a relative address would lead into the back-office itself.
 */
export const markup = {
  basic: {
    tags: tagsOf(textTags),
    attributes: basicAttributes,
    link: /^https:\/\/[^\s/?#@\\]+([/?#].*)?$/is,
  },
  /** Also allows pictures, tables and videos, and links to mail addresses and telephone numbers. */
  article: {
    tags: tagsOf(`${textTags} sub sup figure figcaption img video table thead tbody tr th td`),
    attributes: articleAttributes,
    link: /^(https?:\/\/[^\s/?#@\\]+([/?#].*)?|mailto:[^\s@/?]+@[^\s@/?]+|tel:\+?[\d-]{3,20})$/is,
  },
}
export type MarkupSet = keyof typeof markup
