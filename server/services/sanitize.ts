import sanitizeHtml from 'sanitize-html'

import type { Field, Fields, Kind } from '../../resources/kit/index.ts'
import { Refusal } from '../refusal.ts'

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

const linkTo = (href: string): sanitizeHtml.Attributes =>
  /^https:\/\/[^\s/?#@]+/.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
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
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    // Relative addresses would lead into the back-office itself.
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
  },
}

/** Files of our own storage, or https; any other relative address would be one of the back-office itself. */
const fileAddress = /^(\/api\/files\/[\w./-]+|https:\/\/[^\s/?#@]+\.[^\s@]+)$/

const sourced = (tagName: string, { src = '', poster = '', ...rest }: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: { ...rest, ...(fileAddress.test(src) && { src }), ...(fileAddress.test(poster) && { poster }) },
})

/** An article has pictures, tables and films besides. */
const articleRules: sanitizeHtml.IOptions = {
  ...rules,
  allowedTags: [
    ...(rules.allowedTags as string[]),
    'sub',
    'sup',
    'figure',
    'figcaption',
    'img',
    'video',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    video: ['src', 'poster', 'controls', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  transformTags: { ...rules.transformTags, img: sourced, video: sourced },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs['src'],
}

const cleanBy = (html: string, options: sanitizeHtml.IOptions) => {
  if (html.length > maxLength || isTooDeep(html))
    throw new Refusal('4000', '内容过长或格式过于复杂,请粘贴为纯文本后再保存')
  return sanitizeHtml(html, options)
}

/** HTML as it may be stored: everything outside the allow-list is gone, its text stays. */
export const cleanRichText = (html: string): string => cleanBy(html, rules)
export const cleanArticle = (html: string): string => cleanBy(html, articleRules)

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of clean HTML, for searching and comparing. */
export const textOf = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<\/?(p|h\d|li|td|th|blockquote|figcaption|br|hr)\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll(/&(amp|lt|gt|quot);/g, it => entities[it]!)
    .replaceAll(/\s+/g, ' ')
    .trim()

type Cleaner = (value: unknown, field: never) => unknown

const cleaners: Partial<Record<Kind, Cleaner>> = {
  richText: value => (typeof value === 'string' ? cleanRichText(value) : value),
  rows: (value, { fields }: Field<'rows'>) =>
    Array.isArray(value) ? value.map(row => cleanDraft(fields, row as object)) : value,
}

/** A draft whose rich texts, by its declaration, are clean. */
export const cleanDraft = <D extends object>(fields: Fields, draft: D): D =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const cleaner = field && cleaners[field.kind]
      return [name, cleaner ? cleaner(value, field as never) : value]
    }),
  ) as D
