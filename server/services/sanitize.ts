import sanitizeHtml from 'sanitize-html'

import type { Field, Fields, Kind } from '../../resources/kit/index.ts'
import { Refusal } from '../refusal.ts'

/** Raised with the allow-list, so that stored texts can be cleaned again (promise Q31). */
export const richTextVersion = 1

const maxLength = 500_000

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
  // Parsers need time for deep nesting, and no text of ours is nested like that.
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    // Relative addresses would lead into the back-office itself.
    a: (_, { href = '' }) =>
      /^https:\/\/[^\s/?#@]+/.test(href)
        ? { tagName: 'a', attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
        : { tagName: 'a', attribs: {} },
  },
}

/** HTML as it may be stored: everything outside the allow-list is gone, its text stays. */
export const cleanRichText = (html: string): string => {
  if (html.length > maxLength) throw new Refusal('4000', '内容过长,请删减后再保存')
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
