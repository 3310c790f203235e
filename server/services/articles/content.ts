import { z } from 'zod'

import { type ContentField, articleContentFields } from '../../../resources/articles/index.ts'
import { searchText } from '../../db/lists/searchText.ts'
import type { ArticleContent, articles } from '../../db/tables.ts'
import { parseJson } from '../../../resources/domain/json.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { consentDigestOf } from './consent.ts'
import { nameReader } from '../directory/pinyin.ts'
import { cleanRichText, richTextWords } from '../markup/sanitize.ts'

export type ArticleRow = typeof articles.$inferSelect
export type Content = ArticleContent

const names = keysOf(articleContentFields)

const isoOf = (date: Date | null) => date?.toISOString() ?? null

/** The public content of an article, or the draft of one that was never published. */
export const contentOf = (row: ArticleRow): Content => ({
  kind: row.kind,
  typeId: row.typeId,
  title: row.title,
  language: row.language,
  cover: row.cover,
  summary: row.summary,
  content: row.content,
  contentMode: row.contentMode,
  linkUrl: row.linkUrl,
  sourceType: row.sourceType,
  sourceName: row.sourceName,
  lawyerIds: row.lawyerIds,
  professional: row.professional,
  organizationId: row.organizationId,
  caseInfo: row.caseInfo,
  parties: row.parties,
  videoType: row.videoType,
  videoUrl: row.videoUrl,
  videoCover: row.videoCover,
  duration: row.duration,
  finderUserName: row.finderUserName,
  feedId: row.feedId,
  publishAt: isoOf(row.publishAt),
  expireAt: isoOf(row.expireAt),
  sort: row.sort,
})

/** The content with the pending change: the version that is being edited. */
export const workingContentOf = (row: ArticleRow): Content => ({ ...contentOf(row), ...row.revision })

/** The public values of the fields that the pending change modifies. */
export const publishedPart = (
  row: Readonly<Partial<Record<ContentField, unknown>>>,
  change: Partial<Content>,
): Partial<Content> =>
  Object.fromEntries(names.filter(name => name in change).map(name => [name, row[name] ?? null]))

const idList = z.array(z.int())
const normalisedTime = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null)

type Input = Partial<Omit<Content, 'professional' | 'lawyerIds'>> & {
  professional?: string | null | undefined
  lawyerIds?: number[] | null | undefined
}

/** The input in the stored format: sanitised rich text, lists as arrays, times in one notation. */
export const parseInput = async (input: Input): Promise<Partial<Content>> => {
  const { content, professional, lawyerIds, publishAt, expireAt, ...rest } = input
  const html = content ? await cleanRichText(content, articleContentFields.content.allows) : content
  return {
    ...rest,
    ...('content' in input && { content: html }),
    ...('professional' in input && { professional: idList.parse(parseJson(professional || '[]')) }),
    ...('lawyerIds' in input && { lawyerIds: [...new Set(lawyerIds)] }),
    ...('publishAt' in input && { publishAt: normalisedTime(publishAt) }),
    ...('expireAt' in input && { expireAt: normalisedTime(expireAt) }),
  }
}

const isEqualJson = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Removes blanks and sorts keys before comparing, because jsonb keeps no order. */
const normalise = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== null && part !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value

/** The fields, in the order of the declaration, in which two contents differ. */
export const differingArticleFields = (one: Partial<Content>, other: Partial<Content>) =>
  names.filter(name => name in other && !isEqualJson(normalise(one[name]), normalise(other[name])))

/** The fields that differ from the public content: the pending change. */
export const pendingArticleChanges = (row: ArticleRow, content: Content): Partial<Content> =>
  Object.fromEntries(differingArticleFields(contentOf(row), content).map(name => [name, content[name]]))

/** Characters of the body that are searchable; every pair of characters is an entry of the index. */
const searchedLength = 600

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null)

/** The columns for a content; `people` are the names of its lawyers. */
export const columnsOf = async (content: Content, people: readonly string[]) => {
  const text = await richTextWords(content.content ?? '')
  return {
    ...content,
    publishAt: dateOf(content.publishAt),
    expireAt: dateOf(content.expireAt),
    contentText: text,
    consentDigest: consentDigestOf(content),
    search: searchText(
      content.title,
      content.summary,
      content.sourceName,
      ...people.flatMap(name => [name, ...nameReader.spellings(name)]),
      [...text].slice(0, searchedLength).join(''),
    ),
  }
}

export const articleTarget = ({ articleId, title, organizationId }: ArticleRow) => ({
  type: 'articles',
  id: articleId,
  name: title,
  organizationId,
})
