import { articleLawyers, articles, categories } from '../../tables.ts'
import { type Article, columnsOf, type Content } from '../../../services/articleContent.ts'
import { cleanRichText } from '../../../services/sanitize.ts'
import type { Db } from '../../open.ts'
import type { FixtureArticle } from '../fixtureArticle.ts'
import { type FirmFixture, lawyerKey } from '../fixtureSchema.ts'
import * as reference from '../reference.ts'
import { liveArticles } from './articleLives.ts'
import type { Ids } from './firm.ts'
import { momentOf } from './moments.ts'

type Context = {
  db: Db
  firm: FirmFixture
  offices: Ids
  admins: Ids
  lawyers: Ids
  selfProfessions: Ids
  now: Date
}

const most = 500
const day = 86_400_000
const typeKey = (kind: number, name: string) => `${kind}/${name}`

const writeCategories = async (db: Db, { firmId, categories: given }: FirmFixture): Promise<Ids> => {
  const wanted = given ?? reference.categories
  if (wanted.length === 0) return {}
  const rows = await db
    .insert(categories)
    .values(wanted.map((it, index) => ({ ...it, firmId, sort: index + 1 })))
    .returning({ id: categories.typeId, kind: categories.kind, name: categories.typeName })
  return Object.fromEntries(rows.map(it => [typeKey(it.kind, it.name), it.id]))
}

const known = (ids: Ids, key: string) => {
  const id = ids[key]
  if (id === undefined) throw new Error(`an article names nothing there is: ${key}`)
  return id
}

const videoFor = ({ video, cover }: FixtureArticle) => {
  const none = { videoUrl: null, finderUserName: null, feedId: null }
  if (!video) return { ...none, videoType: null, videoCover: null, duration: null }
  const shared = { videoCover: cover ?? null, duration: video.duration }
  if ('url' in video) {
    const videoType = video.isExternal ? (3 as const) : (1 as const)
    return { ...none, ...shared, videoType, videoUrl: video.url }
  }
  const { finderUserName, feedId } = video
  return { ...none, ...shared, videoType: 2 as const, finderUserName, feedId }
}

const contentFor = (context: Context, types: Ids, article: FixtureArticle): Content => {
  const { firm, offices, lawyers, selfProfessions, now } = context
  const { kind, sourceName, linkUrl, expiresInDays } = article
  const main = firm.offices.find(it => it.isMain === 1)!.key
  const at = momentOf(article.at, now)
  const publishAt = { 2: at, 4: at, 5: new Date(now.getTime() + 3 * day) }[article.status as 2 | 4 | 5]
  return {
    kind,
    typeId: known(types, typeKey(kind, article.type)),
    title: article.title,
    language: article.language,
    cover: article.cover ?? null,
    summary: article.summary ?? null,
    content: article.content ? cleanRichText(article.content, 'article') : null,
    contentMode: linkUrl ? 2 : 1,
    linkUrl: linkUrl ?? null,
    sourceType: sourceName ? 2 : 1,
    sourceName: sourceName ?? null,
    lawyerIds: article.lawyers.map(it => known(lawyers, it)),
    professional: article.professional.map(it => known(selfProfessions, it)),
    organizationId: known(offices, article.office ?? main),
    caseInfo: article.caseInfo ?? null,
    ...videoFor(article),
    publishAt: publishAt?.toISOString() ?? null,
    expireAt:
      expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * day).toISOString(),
    sort: 0,
  }
}

const changeOf = ({ change }: FixtureArticle) => {
  if (!change) return {}
  const { status: revisionStatus, ...revision } = change
  return { revision, revisionStatus }
}

const rowFor = (context: Context, types: Ids, article: FixtureArticle): typeof articles.$inferInsert => {
  const { firm, admins, lawyers, now } = context
  const names = new Map(firm.lawyers.map(it => [lawyerKey(it), it.name]))
  const at = momentOf(article.at, now)
  const writer = article.writer && firm.admins.find(it => (it.key ?? it.account) === article.writer)
  const byName = writer ? writer.name : (names.get(article.lawyers[0] ?? '') ?? null)
  return {
    ...columnsOf(
      contentFor(context, types, article),
      article.lawyers.flatMap(it => names.get(it) ?? []),
    ),
    ...changeOf(article),
    firmId: firm.firmId,
    status: article.status,
    refuseReason: article.refuseReason ?? null,
    submittedAt: article.status === 0 ? null : at,
    isTop: article.isTop,
    topAt: article.isTop ? at : null,
    readNum: article.readNum,
    createdAt: at,
    createdBy: article.writer
      ? `1:${known(admins, article.writer)}`
      : article.lawyers[0]
        ? `2:${known(lawyers, article.lawyers[0])}`
        : null,
    createdByName: byName,
    updatedAt: at,
    updatedByName: byName,
  }
}

const peopleOf = ({ firmId, articleId, kind, lawyerIds }: Article) =>
  lawyerIds.map((lawyerId, index) => ({
    firmId,
    articleId,
    lawyerId,
    role: kind === 3 ? (index === 0 ? (2 as const) : (3 as const)) : (1 as const),
  }))

/** Categories and articles, each article with its people and all that happened to it. */
export const writeArticles = async (context: Context): Promise<void> => {
  const { db, firm } = context
  const types = await writeCategories(db, firm)
  for (let start = 0; start < firm.articles.length; start += most) {
    const part = firm.articles.slice(start, start + most).map(it => rowFor(context, types, it))
    const rows = await db.insert(articles).values(part).returning()
    const people = rows.flatMap(peopleOf)
    if (people.length > 0) await db.insert(articleLawyers).values(people)
    await liveArticles(context, rows)
  }
}
