// The synchronous markup functions: `sanitize.ts` calls them where they block nobody, and the seed uses them
// directly.
import sanitizeHtml from 'sanitize-html'

import { stripInvisibleInText } from '../../../resources/domain/invisibleCharacters.ts'
import { fileAddress } from '../../../resources/kit/index.ts'
import { markup, type MarkupSet } from '../../../resources/domain/markup.ts'
import { ApiError } from '../../context/apiError.ts'

const maxLength = 500_000
const maxDepth = 100
const isVoid = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr'])

// Checked before parsing: 90,000 nested tags in half a megabyte kept the parser busy for 2.8 s.
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
      img: withAllowedSource,
      video: withAllowedSource,
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs['src'],
  }
}

const linkTo = (href: string): sanitizeHtml.Attributes => ({
  href,
  target: '_blank',
  rel: 'noopener noreferrer nofollow',
})

/**
 * Only files of the product's own storage or https; any other relative address would lead into the
 * back-office itself.
 */
const withAllowedSource = (tagName: string, { src = '', poster = '', ...rest }: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: { ...rest, ...(fileAddress.test(src) && { src }), ...(fileAddress.test(poster) && { poster }) },
})

const sanitizerOptions: Record<MarkupSet, sanitizeHtml.IOptions> = {
  basic: rulesFor('basic'),
  article: rulesFor('article'),
}

const markupTooLong = () => new ApiError('4000', '内容过长或格式过于复杂，请粘贴为纯文本后再保存')

/** Addresses are checked again without the characters that stood in them, also as references such as `&#8203;`. */
const withoutInvisible = (sanitised: string, set: MarkupSet) => {
  const stripped = stripInvisibleInText(sanitised)
  return stripped === sanitised ? sanitised : sanitizeHtml(stripped, sanitizerOptions[set])
}

/** Sanitises HTML: everything outside the field's allow-list is removed, its text stays. */
export const cleanMarkup = (html: string, set: MarkupSet = 'basic'): string => {
  if (html.length > maxLength || isTooDeep(html)) throw markupTooLong()
  const sanitised = withoutInvisible(sanitizeHtml(html, sanitizerOptions[set]), set)
  // Half a million bare `<` become two million characters.
  if (sanitised.length > maxLength) throw markupTooLong()
  return sanitised
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of sanitised HTML, for searching and comparing. */
export const plainTextOf = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<\/?(p|h\d|li|td|th|blockquote|figcaption|br|hr)\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll(/&(amp|lt|gt|quot);/g, it => entities[it]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
