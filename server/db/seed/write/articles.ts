import { articleLawyers, articles, categories } from '../../tables.ts'
import { type ArticleRow, columnsOf, type Content } from '../../../services/articles/content.ts'
import { cleanMarkup } from '../../../services/markup/markup.ts'
import type { Db } from '../../connection/open.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import * as referenceData from '../referenceData.ts'
import type { FixtureArticle } from '../schema/article.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { writeArticleHistory } from './articleHistory.ts'
import { type IdsByKey, idOf, officeIdOf } from './ids.ts'
import { removalColumnsOf, timestampOf } from './timestamps.ts'

type Context = {
  db: Db
  firm: FirmFixture
  offices: IdsByKey
  admins: IdsByKey
  lawyers: IdsByKey
  selfProfessions: IdsByKey
  now: Date
}

const rowsPerInsert = 500
const dayMs = 86_400_000
const typeKey = (kind: number, name: string) => `${kind}/${name}`

const writeCategories = async (
  db: Db,
  { firmId, categories: fixtureCategories = referenceData.referenceCategories }: FirmFixture,
): Promise<IdsByKey> => {
  if (fixtureCategories.length === 0) return {}
  const rows = await db
    .insert(categories)
    .values(fixtureCategories.map((category, index) => ({ ...category, firmId, sort: index + 1 })))
    .returning({ id: categories.typeId, kind: categories.kind, name: categories.typeName })
  return Object.fromEntries(rows.map(row => [typeKey(row.kind, row.name), row.id]))
}

/** Values that are looked up once for many articles. */
type Lookup = { types: IdsByKey; lawyerNames: ReadonlyMap<string, string> }

const videoFor = ({ video, cover }: FixtureArticle) => {
  const noSource = { videoUrl: null, finderUserName: null, feedId: null }
  if (!video) return { ...noSource, videoType: null, videoCover: null, duration: null }
  const shared = { videoCover: cover ?? null, duration: video.duration }
  if ('url' in video) {
    const videoType = video.isExternal ? (3 as const) : (1 as const)
    return { ...noSource, ...shared, videoType, videoUrl: video.url }
  }
  const { finderUserName, feedId } = video
  return { ...noSource, ...shared, videoType: 2 as const, finderUserName, feedId }
}

const contentFor = (context: Context, { types }: Lookup, article: FixtureArticle): Content => {
  const { firm, offices, lawyers, selfProfessions, now } = context
  const { kind, sourceName, linkUrl, expiresInDays } = article
  const at = timestampOf(article.at, now)
  const publishTimes: Partial<Record<FixtureArticle['status'], Date>> = {
    2: at,
    4: at,
    5: new Date(now.getTime() + 3 * dayMs),
  }
  return {
    kind,
    typeId: idOf(types, 'category', typeKey(kind, article.type)),
    title: article.title,
    language: article.language,
    cover: article.cover ?? null,
    summary: article.summary ?? null,
    content: article.content ? cleanMarkup(article.content, 'article') : null,
    contentMode: linkUrl ? 2 : 1,
    linkUrl: linkUrl ?? null,
    sourceType: sourceName ? 2 : 1,
    sourceName: sourceName ?? null,
    lawyerIds: article.lawyers.map(key => idOf(lawyers, 'lawyer', key)),
    professional: article.professional.map(key => idOf(selfProfessions, 'profession', key)),
    organizationId: officeIdOf(firm, offices, article.office),
    caseInfo: article.caseInfo ?? null,
    parties: null,
    ...videoFor(article),
    publishAt: publishTimes[article.status]?.toISOString() ?? null,
    expireAt:
      expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * dayMs).toISOString(),
    sort: 0,
  }
}

const changeOf = ({ change }: FixtureArticle) => {
  if (!change) return {}
  const { status: revisionStatus, ...revision } = change
  return { revision, revisionStatus }
}

/** The administrator named as writer, else the first of the article's lawyers. */
const writerOf = ({ firm, admins, lawyers }: Context, { lawyerNames }: Lookup, article: FixtureArticle) => {
  const { writer, lawyers: keys } = article
  const [lawyer] = keys
  const admin = firm.admins.find(candidate => adminKey(candidate) === writer)
  if (admin) return { id: `1:${idOf(admins, 'admin', adminKey(admin))}`, name: admin.name }
  return lawyer && { id: `2:${idOf(lawyers, 'lawyer', lawyer)}`, name: lawyerNames.get(lawyer) }
}

const rowFor = async (
  context: Context,
  lookup: Lookup,
  article: FixtureArticle,
): Promise<typeof articles.$inferInsert> => {
  const { firm, now } = context
  const at = timestampOf(article.at, now)
  const writer = writerOf(context, lookup, article) || null
  const authors = article.lawyers.flatMap(key => lookup.lawyerNames.get(key) ?? [])
  return {
    ...(await columnsOf(contentFor(context, lookup, article), authors)),
    ...changeOf(article),
    firmId: firm.firmId,
    status: article.status,
    refuseReason: article.refuseReason ?? null,
    submittedAt: article.status === 0 ? null : at,
    isTop: article.isTop,
    topAt: article.isTop ? at : null,
    readNum: article.readNum,
    createdAt: at,
    createdBy: writer?.id ?? null,
    createdByName: writer?.name ?? null,
    updatedAt: at,
    updatedByName: writer?.name ?? null,
    ...removalColumnsOf(article.removed, firm.admins, now),
  }
}

const peopleOf = ({ firmId, articleId, kind, lawyerIds }: ArticleRow) =>
  lawyerIds.map((lawyerId, index) => ({
    firmId,
    articleId,
    lawyerId,
    role: kind === 3 ? (index === 0 ? (2 as const) : (3 as const)) : (1 as const),
  }))

/** Writes categories and articles, each article with its people and its history. */
export const writeArticles = async (context: Context): Promise<void> => {
  const { db, firm } = context
  const lookup = {
    types: await writeCategories(db, firm),
    lawyerNames: new Map(firm.lawyers.map(lawyer => [lawyerKey(lawyer), lawyer.name])),
  }
  for (let start = 0; start < firm.articles.length; start += rowsPerInsert) {
    const batchRows = await Promise.all(
      firm.articles.slice(start, start + rowsPerInsert).map(article => rowFor(context, lookup, article)),
    )
    const rows = await db.insert(articles).values(batchRows).returning()
    const people = rows.flatMap(peopleOf)
    if (people.length > 0) await db.insert(articleLawyers).values(people)
    await writeArticleHistory(context, rows)
  }
}
