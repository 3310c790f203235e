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

/** HTML as it may be stored: everything outside the allow-list is gone, its text stays. */
export const cleanRichText = (html: string): string => {
  if (html.length > maxLength || isTooDeep(html))
    throw new Refusal('4000', '内容过长或格式过于复杂,请粘贴为纯文本后再保存')
  return sanitizeHtml(html, rules)
}

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
