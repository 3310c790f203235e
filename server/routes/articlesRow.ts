import { and, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'

import { contentFields } from '../../resources/articles/index.ts'
import { type Names, scopeOf } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { articleLawyers, articleRevisions, articles, firmConfigs, firms } from '../db/tables.ts'
import { missing } from '../refusal.ts'
import { levelOf } from '../rights.ts'
import { actorOf, within } from '../scope.ts'
import { type Article, type Content, differing } from '../services/articleContent.ts'
import { diffOf } from '../services/audit.ts'

/** A lawyer's own are those he wrote or is named in. */
export const isOf = (lawyerId: number): SQL =>
  or(
    sql`${articles.lawyerIds} @> ${sql.param([lawyerId])}::bigint[]`,
    eq(articles.createdBy, actorOf({ population: 2, id: lawyerId } as Context['caller'])),
  )!

/** Rows that the caller may reach. */
export const reach = (context: Context): SQL =>
  and(
    within(context, {
      firm: articles.firmId,
      office: articles.organizationId,
      author: articles.createdBy,
      lawyer: isOf,
    }),
    isNull(articles.deletedAt),
  )!

/** An article as it is now, locked until the transaction ends: what is checked stays true until it is written. */
export const lock = async (context: Context, articleId: number): Promise<Article> => {
  const [row] = await context.db
    .select()
    .from(articles)
    .where(and(reach(context), eq(articles.articleId, articleId)))
    .for('update')
  if (!row) throw missing()
  return row
}

export const target = ({ articleId, title, organizationId }: Article) => ({
  type: 'articles',
  id: articleId,
  name: title,
  organizationId,
})

type Found = { field: string; id: number; name: string; kind: number | null; isOffered: boolean }

/** Whatever these contents name, by field and id: one query. */
export const namedIn = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  contents: readonly Partial<Content>[],
) => {
  const ids = (all: readonly (number | null | undefined)[]) =>
    sql`${sql.param(all.flatMap(it => it ?? []))}::bigint[]`
  const { rows: found } = await db.execute<Found>(sql`
    select 'typeId' as field, type_id::int8 as id, type_name as name, kind, enabled = 1 as "isOffered"
      from categories where firm_id = ${firmId} and type_id = any(${ids(contents.map(it => it.typeId))})
    union all select 'organizationId', organization_id, name, null, status = 1 from offices
      where firm_id = ${firmId} and deleted_at is null
      and organization_id = any(${ids(contents.map(it => it.organizationId))})
    union all select 'lawyerIds', id, name, null, status = 1 from lawyers
      where firm_id = ${firmId} and deleted_at is null and id = any(${ids(contents.flatMap(it => it.lawyerIds ?? []))})
    union all select 'professional', id, name, null, enabled = 1 from self_professions
      where firm_id = ${firmId} and id = any(${ids(contents.flatMap(it => it.professional ?? []))})`)
  return found.map(it => ({ ...it, id: Number(it.id) }))
}
export type Named = Awaited<ReturnType<typeof namedIn>>

export const namesFrom = (named: Named): Names =>
  Object.fromEntries(
    ['typeId', 'organizationId', 'lawyerIds', 'professional'].map(field => [
      field,
      new Map(named.filter(it => it.field === field).map(it => [it.id, it.name])),
    ]),
  )

export const peopleIn = (named: Named, { lawyerIds }: Content) =>
  lawyerIds.flatMap(id => named.find(it => it.field === 'lawyerIds' && it.id === id)?.name ?? [])

/** A log row names a change; the whole text is in the revision. */
const loggedLength = 1000
const cut = (text: unknown) =>
  typeof text === 'string' && text.length > loggedLength ? `${text.slice(0, loggedLength)}…` : text

export const contentDiff = (before: Partial<Content>, after: Partial<Content>, named: Named) => {
  const changed = Object.fromEntries(differing(before, after).map(name => [name, after[name]]))
  return diffOf(contentFields, before, changed, namesFrom(named)).map(it => ({
    ...it,
    before: cut(it.before),
    after: cut(it.after),
  }))
}

type Review = {
  review: { articleReview?: 0 | 1 | 2; selfAudit?: 0 | 1 } | null
  homeUrl: string | null
  isOwn: boolean
  hasOther: boolean
}

/** What decides whether this caller may publish an article of these people without another's review. */
const reviewFor = async (
  { db, firmId, caller }: Context,
  { lawyerIds, organizationId }: Pick<Content, 'lawyerIds' | 'organizationId'>,
) => {
  const isSelf = sql`exists (select from lawyers l join admins self on self.mobile = l.mobile
    where self.id = ${caller.id} and self.firm_id = l.firm_id and l.id = any(${sql.param(lawyerIds)}::bigint[]))`
  const { rows: found } = await db.execute<Review>(sql`
    select (select value from ${firmConfigs} where firm_id = ${firmId} and key = 'cardReview') as review,
      (select home_url from ${firms} where firm_id = ${firmId}) as "homeUrl",
      ${caller.population === 1 ? isSelf : sql`false`} as "isOwn",
      exists (select from admins other where other.firm_id = ${firmId} and other.id <> ${caller.id}
        and other.status = 1 and other.is_system = 0 and other.deleted_at is null
        and (other.office_level = 1 or other.office_level = 2 and other.can_audit = 1
          or other.office_level = 3 and other.organization_id = ${organizationId})) as "hasOther"`)
  return found[0]!
}

const reviews = ({ caller, switches }: Context, organizationId: number) => {
  if (!caller.capabilities.has('article.pass')) return false
  const level = levelOf({ ...caller, canAudit: true, canExport: true })
  const scope = scopeOf('article.pass', level, switches.rights)
  return scope === 'all' || (scope === 'office' && organizationId === caller.organizationId)
}

/**
 * Whether a submission publishes: nobody reviews what he is himself an author of, unless the firm says so or nobody
 * else can (domain.md §1, promise Q22); the firm may review lawyers' contributions only, or none.
 */
export const standingOf = async (
  context: Context,
  content: Pick<Content, 'lawyerIds' | 'organizationId'>,
) => {
  const { caller } = context
  const { review, homeUrl, isOwn, hasOther } = await reviewFor(context, content)
  const isExempt = caller.officeLevel === 1 && !hasOther
  const isSelfReview = isOwn && review?.selfAudit !== 1 && !isExempt
  const isReviewer = reviews(context, content.organizationId) && !isSelfReview
  const mode = review?.articleReview ?? 2
  const isUnreviewed = mode === 0 || (mode === 1 && caller.population === 1)
  return { homeUrl, isSelfReview, isReviewer, mayPublish: isReviewer || isUnreviewed }
}

/** A person's own page keeps what he chose of an article, as long as he is named in it. */
export const writePeople = async (
  { db, firmId }: Context,
  articleId: number,
  { kind, lawyerIds }: Pick<Content, 'kind' | 'lawyerIds'>,
) => {
  const ofArticle = and(eq(articleLawyers.firmId, firmId), eq(articleLawyers.articleId, articleId))
  await db
    .delete(articleLawyers)
    .where(and(ofArticle, lawyerIds.length > 0 ? notInArray(articleLawyers.lawyerId, lawyerIds) : undefined))
  if (lawyerIds.length === 0) return
  const roleAt = (index: number): 1 | 2 | 3 => (kind === 3 ? (index === 0 ? 2 : 3) : 1)
  await db
    .insert(articleLawyers)
    .values(lawyerIds.map((lawyerId, index) => ({ firmId, articleId, lawyerId, role: roleAt(index) })))
    .onConflictDoUpdate({
      target: [articleLawyers.articleId, articleLawyers.lawyerId],
      set: { role: sql`excluded.role` },
    })
}

type Kind = typeof articleRevisions.$inferInsert.kind

export const revise = (
  { db, firmId, now, caller }: Context,
  articleId: number,
  version: number,
  kind: Kind,
  content: Content,
) =>
  db
    .insert(articleRevisions)
    .values({ firmId, articleId, version, kind, content, at: now, byName: caller.name })
