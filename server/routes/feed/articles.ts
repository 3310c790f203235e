import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'

import type { FirmSwitches } from '../../context/context.ts'
import { articles, cards, categories, firms, lawyers, offices } from '../../db/tables.ts'
import { publicCardCondition } from '../../services/outputs/readHandouts.ts'
import { enabledKindsCondition } from '../articles/kinds.ts'
import { isPublicArticle } from '../articles/rows.ts'
import { type FeedPage, type FeedRequest, firmNode, type JsonLd, languageTag, unlessEmpty } from './jsonLd.ts'

/** Articles per page; fewer than cards, because each has its whole text. */
const pageSize = 20
const videoKind = 4

type Author = { name: string; codeKey: string }

/** The authors with a public card who show the article on it, in the order in which they are named. */
const authorsOf = (firmId: number) => sql<
  Author[]
>`(select coalesce(json_agg(json_build_object('name', ${lawyers.name}, 'codeKey', ${lawyers.codeKey})
    order by array_position(${articles.lawyerIds}, ${lawyers.id})), '[]')
  from article_lawyers a
  join ${lawyers} on ${lawyers.firmId} = a.firm_id and ${lawyers.id} = a.lawyer_id and ${lawyers.deletedAt} is null
  where a.firm_id = ${firmId} and a.article_id = ${articles.articleId} and a.is_show = 1
    and exists (select from ${cards}
      join ${offices} on ${offices.firmId} = ${cards.firmId} and ${offices.organizationId} = ${cards.organizationId}
      where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = a.lawyer_id and ${cards.deletedAt} is null
        and ${publicCardCondition}))`

const columns = {
  id: articles.articleId,
  kind: articles.kind,
  language: articles.language,
  title: articles.title,
  cover: articles.cover,
  summary: articles.summary,
  content: articles.content,
  contentText: articles.contentText,
  contentMode: articles.contentMode,
  linkUrl: articles.linkUrl,
  videoUrl: articles.videoUrl,
  videoCover: articles.videoCover,
  publishAt: articles.publishAt,
  expireAt: articles.expireAt,
  category: categories.typeName,
  firm: firms.name,
  firmEn: firms.nameEn,
  homeUrl: firms.homeUrl,
}

const rowsOf = ({ db, firmId, after, now }: FeedRequest, switches: FirmSwitches) =>
  db
    .select({ ...columns, authors: authorsOf(firmId) })
    .from(articles)
    .innerJoin(firms, eq(firms.firmId, articles.firmId))
    .leftJoin(categories, and(eq(categories.firmId, articles.firmId), eq(categories.typeId, articles.typeId)))
    .where(
      and(
        eq(articles.firmId, firmId),
        isNull(articles.deletedAt),
        isPublicArticle(firmId, now),
        enabledKindsCondition({ caller: null, switches }),
        gt(articles.articleId, after),
      ),
    )
    .orderBy(asc(articles.articleId))
    .limit(pageSize + 1)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const bodyOf = (row: Row, absolute: FeedRequest['absolute']): JsonLd => {
  if (row.kind === videoKind)
    return {
      '@type': 'VideoObject',
      name: row.title,
      thumbnailUrl: absolute(row.videoCover ?? row.cover),
      contentUrl: absolute(row.videoUrl),
      uploadDate: row.publishAt?.toISOString(),
    }
  const isLink = row.contentMode === 2
  return {
    '@type': 'Article',
    headline: row.title,
    image: absolute(row.cover),
    url: isLink ? (row.linkUrl ?? undefined) : undefined,
    articleBody: isLink ? undefined : row.contentText || undefined,
    encoding:
      isLink || !row.content
        ? undefined
        : { '@type': 'MediaObject', encodingFormat: 'text/html', text: row.content },
  }
}

const articleNode = (row: Row, absolute: FeedRequest['absolute']): JsonLd => ({
  ...bodyOf(row, absolute),
  identifier: String(row.id),
  inLanguage: languageTag(row.language),
  description: row.summary ?? undefined,
  articleSection: row.category ?? undefined,
  datePublished: row.publishAt?.toISOString(),
  expires: row.expireAt?.toISOString(),
  author: unlessEmpty(
    row.authors.map(({ name, codeKey }) => ({ '@type': 'Person', name, identifier: codeKey })),
  ),
  publisher: firmNode({ name: row.firm, nameEn: row.firmEn, homeUrl: row.homeUrl }, row.language),
})

/** One page of the public articles and videos in the order of their ids. */
export const articlePage = async (request: FeedRequest, switches: FirmSwitches): Promise<FeedPage> => {
  const rows = await rowsOf(request, switches)
  const shown = rows.slice(0, pageSize)
  return {
    nodes: shown.map(row => articleNode(row, request.absolute)),
    next: rows.length > pageSize ? shown.at(-1)!.id : undefined,
  }
}
