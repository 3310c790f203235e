// What parses markup, at once: for `sanitize.ts`, which calls it where it stops nobody, and for the seed.
import sanitizeHtml from 'sanitize-html'

import { fileAddress } from '../../../resources/kit/index.ts'
import { markup, type MarkupSet } from '../../../resources/domain/markup.ts'
import { ApiError } from '../../context/apiError.ts'

// This file keeps promise Q31 of server/promises.md.

const maxLength = 500_000
const maxDepth = 100
const isVoid = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr'])

// Before any parser sees it: 90,000 nested tags, half a megabyte, kept the parser busy for 2.8 s.
const isTooDeep = (html: string) => {
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z]{1,20})/gi)) {
    if (!isVoid.has(name!.toLowerCase())) depth = Math.max(0, depth + (slash ? -1 : 1))
    if (depth > maxDepth) return true
  }
  return false
}

const rulesFor = (set: MarkupSet): sanitizeHtml.IOptions => {
  const { tags, attributes, link } = markup[set]
  return {
    allowedTags: [...tags],
    allowedAttributes: Object.fromEntries(
      Object.entries(attributes).map(([tag, names]) => [tag, [...names]]),
    ),
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      a: (tagName, { href = '' }) => ({ tagName, attribs: link.test(href) ? linkTo(href) : {} }),
      img: sourced,
      video: sourced,
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs['src'],
  }
}

const linkTo = (href: string): sanitizeHtml.Attributes => ({
  href,
  target: '_blank',
  rel: 'noopener noreferrer nofollow',
})

/** Files of our own storage, or https; any other relative address would be one of the back-office itself. */
const sourced = (tagName: string, { src = '', poster = '', ...rest }: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: { ...rest, ...(fileAddress.test(src) && { src }), ...(fileAddress.test(poster) && { poster }) },
})

const rules: Record<MarkupSet, sanitizeHtml.IOptions> = {
  basic: rulesFor('basic'),
  article: rulesFor('article'),
}

const tooLong = () => new ApiError('4000', '内容过长或格式过于复杂，请粘贴为纯文本后再保存')

/** HTML as it may be stored: everything outside the field's allow-list is gone, its text stays. */
export const cleanMarkup = (html: string, set: MarkupSet = 'basic'): string => {
  if (html.length > maxLength || isTooDeep(html)) throw tooLong()
  const clean = sanitizeHtml(html, rules[set])
  // Half a million bare `<` become two million characters.
  if (clean.length > maxLength) throw tooLong()
  return clean
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of clean HTML, for searching and comparing. */
export const wordsOf = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<\/?(p|h\d|li|td|th|blockquote|figcaption|br|hr)\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll(/&(amp|lt|gt|quot);/g, it => entities[it]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
