type Markup = {
  tags: readonly string[]
  attributes: Readonly<Record<string, readonly string[]>>
  /** Addresses that a link may lead to; a relative one would lead into the back-office itself. */
  link: RegExp
}

const words = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'hr',
  'a',
]
const media = ['sub', 'sup', 'figure', 'figcaption', 'img', 'video']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']
const a = ['href', 'target', 'rel']
const span = ['colspan', 'rowspan']

/**
 * What a rich text may hold, by the word that its field says. The server's cleaning, the browser's and the editors read
 * this entry; it is no part of the barrel, so that a list does not load it.
 */
export const markup = {
  basic: { tags: words, attributes: { a }, link: /^https:\/\/[^\s/?#@]+/i },
  /** With pictures, tables and films; sent by mail or dialled, too. */
  article: {
    tags: [...words, ...media, ...tables],
    attributes: {
      a,
      img: ['src', 'alt', 'width', 'height'],
      video: ['src', 'poster', 'controls', 'width', 'height'],
      th: span,
      td: span,
    },
    link: /^(https?:\/\/[^\s/?#@]+|mailto:[^\s@/]+@[^\s@/]+$|tel:\+?[\d-]{3,20}$)/i,
  },
} as const satisfies Record<string, Markup>
export type MarkupSet = keyof typeof markup
