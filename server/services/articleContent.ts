import type { z } from 'zod'

import {
  type articles as resource,
  type ContentField,
  contentFields,
} from '../../resources/articles/index.ts'
import { type ArticleContent, articles } from '../db/tables.ts'
import { searchText } from '../searchText.ts'
import { pinyinOf } from './pinyin.ts'
import { cleanRichText, textOf } from './sanitize.ts'

export type Article = typeof articles.$inferSelect
type Draft = Omit<z.output<(typeof resource.calls)['add']['input']>, 'submit' | 'professional'>
/** Everything a person writes of an article, as the wire has it; `professional` as the list it stands for. */
export type Content = Draft & { professional: number[]; lawyerIds: number[] }

const names = Object.keys(contentFields) as ContentField[]
const momentNames: readonly string[] = ['publishAt', 'expireAt'] satisfies ContentField[]

const asWire = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

const picked = (row: object) =>
  Object.fromEntries(names.map(name => [name, asWire((row as Record<string, unknown>)[name])]))

/** What is public of an article, or what there is of one that never was. */
export const contentOf = (row: Article) => picked(row) as Content

/** With the change that waits: what its editor works on. */
export const workingOf = (row: Article) => ({ ...contentOf(row), ...row.revision }) as Content

/** What is public of the fields that a waiting change gives other values. */
export const published = (row: object, change: ArticleContent): Partial<Content> =>
  Object.fromEntries(names.filter(name => name in change).map(name => [name, asWire(Reflect.get(row, name))]))

const readers: Partial<Record<ContentField, (value: unknown) => unknown>> = {
  content: value => (typeof value === 'string' ? cleanRichText(value, contentFields.content.allows) : value),
  professional: value => (typeof value === 'string' ? (JSON.parse(value) as number[]) : []),
  lawyerIds: value => [...new Set((value as number[] | null) ?? [])],
  publishAt: value => (typeof value === 'string' ? new Date(value).toISOString() : value),
  expireAt: value => (typeof value === 'string' ? new Date(value).toISOString() : value),
}

/** What was sent, as it is kept: rich text clean, lists as lists, moments in one notation. */
export const written = (draft: object): Partial<Content> =>
  Object.fromEntries(
    names
      .filter(name => name in draft)
      .map(name => {
        const value = (draft as Record<string, unknown>)[name] ?? null
        return [name, readers[name]?.(value) ?? value]
      }),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Keys sorted and blanks left out: jsonb keeps no order. */
const tidy = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, it]) => it !== null && it !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value

/** The fields, in the order of the declaration, in which two contents differ. */
export const differing = (one: Partial<Content>, other: Partial<Content>) =>
  names.filter(name => name in other && !isSame(tidy(one[name]), tidy(other[name])))

/** Of a content only what differs from what is public. */
export const changesOf = (row: Article, content: Content): ArticleContent =>
  Object.fromEntries(differing(contentOf(row), content).map(name => [name, content[name]]))

/** So far the body is searched; every pair of its characters is an entry of the index. */
const searchedLength = 600

/** The columns of a content; `people` are the names of its lawyers. */
export const columnsOf = (content: Content, people: readonly string[]) => {
  const { kind, typeId, organizationId, title, language, contentMode, sourceType, ...rest } = content
  const text = textOf(content.content ?? '')
  const moments = Object.fromEntries(
    momentNames.map(name => {
      const value = (content as Record<string, unknown>)[name]
      return [name, value ? new Date(String(value)) : null]
    }),
  ) as Pick<Article, 'publishAt' | 'expireAt'>
  return {
    ...rest,
    kind,
    typeId,
    organizationId,
    title,
    language,
    contentMode,
    sourceType,
    ...moments,
    contentText: text,
    search: searchText(
      title,
      content.summary,
      content.sourceName,
      ...people.flatMap(name => [name, pinyinOf(name).full, pinyinOf(name).initials]),
      [...text].slice(0, searchedLength).join(''),
    ),
  }
}
