import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import type { articles as resource } from '../../../resources/articles/index.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import { type ArticleKind, categories } from './categories.ts'
import { offices } from './firms.ts'
import { lawyers } from './people.ts'
import {
  isDeleted,
  notDeleted,
  softDelete,
  firmIdColumn,
  idColumn,
  timestamptz,
  idReference,
  auditColumns,
} from './columns.ts'

type CaseInfo = {
  cause?: string | null | undefined
  court?: string | null | undefined
  stage?: 1 | 2 | 3 | 4 | 5 | null | undefined
  closedYear?: number | null | undefined
  outcome?: string | null | undefined
  clientConsent?: 0 | 1 | null | undefined
  anonymised?: 0 | 1 | null | undefined
}

type Input = z.output<(typeof resource.calls)['add']['input']>
/** Everything a person writes of an article, as the wire has it; `professional` as the list it stands for. */
export type ArticleContent = Omit<Input, 'submit' | 'professional'> & {
  professional: number[]
  lawyerIds: number[]
}

const ids = () => bigint({ mode: 'number' }).array().notNull().default([])

/** The columns are what is or was public; a change of a published article waits beside them in `revision`. */
export const articles = pgTable(
  'articles',
  {
    articleId: idColumn(),
    firmId: firmIdColumn(),
    kind: integer().$type<ArticleKind>().notNull(),
    /** A draft may have none yet. */
    typeId: idReference(),
    organizationId: idReference().notNull(),
    title: text().notNull(),
    language: text().$type<'CN' | 'EN'>().notNull(),
    cover: text(),
    summary: text(),
    content: text(),
    contentText: text().notNull().default(''),
    contentMode: integer().$type<1 | 2>().notNull(),
    linkUrl: text(),
    sourceType: integer().$type<1 | 2>().notNull(),
    sourceName: text(),
    /** In the order they are named; `article_lawyers` has a row for each. */
    lawyerIds: ids(),
    professional: ids(),
    caseInfo: jsonb().$type<CaseInfo>(),
    videoType: integer().$type<1 | 2 | 3>(),
    videoUrl: text(),
    videoCover: text(),
    duration: integer(),
    finderUserName: text(),
    feedId: text(),
    /** When it became public, or is to. */
    publishAt: timestamptz(),
    expireAt: timestamptz(),
    /** 0 草稿, 1 待审核, 2 已发布, 3 已驳回, 4 已下架, 5 待发布 (domain.md §4). */
    status: integer().$type<0 | 1 | 2 | 3 | 4 | 5>().notNull().default(0),
    /** The fields a waiting change gives other values. */
    revision: jsonb().$type<Partial<ArticleContent>>(),
    /** Of the change: 0 未提交, 1 待审核, 3 已驳回. */
    revisionStatus: integer().$type<0 | 1 | 3>(),
    ignoredFindings: jsonb().$type<IgnoredFinding[]>().notNull().default([]),
    submittedAt: timestamptz(),
    refuseReason: text(),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    topAt: timestamptz(),
    sort: integer().notNull().default(0),
    readNum: integer().notNull().default(0),
    shareNum: integer().notNull().default(0),
    search: text().notNull().default(''),
    ...auditColumns(),
    ...softDelete(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.articleId] }),
    foreignKey({
      name: 'articles_category_fk',
      columns: [it.firmId, it.typeId],
      foreignColumns: [categories.firmId, categories.typeId],
    }),
    foreignKey({
      name: 'articles_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    // The professions are there to be counted without a look at the row.
    index('articles_updated')
      .on(it.firmId, it.kind, it.updatedAt.desc(), it.articleId, it.professional)
      .where(notDeleted),
    index('articles_status')
      .on(it.firmId, it.kind, it.status, it.updatedAt.desc(), it.articleId)
      .where(notDeleted),
    index('articles_public')
      .on(it.firmId, it.kind, it.isTop.desc(), it.topAt.desc(), it.publishAt.desc(), it.articleId)
      .where(sql`deleted_at is null and status = 2`),
    index('articles_waiting')
      .on(it.firmId, it.kind, it.updatedAt.desc(), it.articleId)
      .where(sql`deleted_at is null and (status = 1 or revision_status = 1)`),
    index('articles_submitted')
      .on(it.firmId, sql`coalesce(submitted_at, updated_at)`, it.articleId)
      .where(sql`deleted_at is null and (status = 1 or revision_status = 1)`),
    index('articles_top')
      .on(it.firmId, it.kind, it.updatedAt.desc(), it.articleId)
      .where(sql`deleted_at is null and is_top = 1`),
    index('articles_published').on(it.firmId, it.kind, it.publishAt.desc(), it.articleId).where(notDeleted),
    index('articles_title').on(it.firmId, it.kind, it.title.nullsFirst(), it.articleId).where(notDeleted),
    // Deleted ones too: a category is in use until the last of its articles is gone.
    index('articles_type').on(it.firmId, it.typeId, it.kind, it.updatedAt.desc(), it.articleId, it.deletedAt),
    index('articles_office')
      .on(it.firmId, it.organizationId, it.kind, it.updatedAt.desc(), it.articleId)
      .where(notDeleted),
    // What the clock changes: a handful of rows, looked for once a minute.
    index('articles_publish_due')
      .on(it.firmId, it.publishAt)
      .where(sql`status = 5`),
    index('articles_expire_due')
      .on(it.firmId, it.expireAt)
      .where(sql`status = 2 and expire_at is not null`),
    index('articles_deleted').on(it.firmId, it.deletedAt).where(isDeleted),
    index('articles_undecided')
      .on(it.firmId)
      .where(sql`(status = 1 or revision_status = 1) and deleted_at is null`),
    index('articles_lawyers').using('gin', it.lawyerIds),
    index('articles_professional').using('gin', it.professional),
  ],
)

/** An article on the page of one of its people. */
export const articleLawyers = pgTable(
  'article_lawyers',
  {
    firmId: firmIdColumn(),
    articleId: idReference().notNull(),
    lawyerId: idReference().notNull(),
    /** 1 作者, 2 承办, 3 参与. */
    role: integer().$type<1 | 2 | 3>().notNull(),
    isShow: integer().$type<0 | 1>().notNull().default(1),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    topAt: timestamptz(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.articleId, it.lawyerId] }),
    foreignKey({
      name: 'article_lawyers_article_fk',
      columns: [it.firmId, it.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'article_lawyers_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    index('article_lawyers_lawyer').on(it.firmId, it.lawyerId, it.isTop.desc(), it.topAt.desc()),
  ],
)

/** Every saved state of an article, for the history and the restore. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    articleId: idReference().notNull(),
    version: integer().notNull(),
    kind: text()
      .$type<
        | 'create'
        | 'edit'
        | 'submit'
        | 'withdraw'
        | 'pass'
        | 'refuse'
        | 'publish'
        | 'offline'
        | 'restore'
        | 'discard'
      >()
      .notNull(),
    /** Older ones lack the fields that came later. */
    content: jsonb().$type<Partial<ArticleContent>>().notNull(),
    at: timestamptz().notNull().defaultNow(),
    byName: text(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    uniqueIndex('article_revisions_version').on(it.firmId, it.articleId, it.version),
    foreignKey({
      name: 'article_revisions_article_fk',
      columns: [it.firmId, it.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
  ],
)

/** What somebody is writing and has not saved: no state of the article, and seen by nobody else. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    firmId: firmIdColumn(),
    ownerPopulation: integer().$type<Population>().notNull(),
    ownerId: idReference().notNull(),
    /** 0 for one that has not been saved yet; then its kind tells the drafts apart. */
    articleId: idReference().notNull().default(0),
    kind: integer().$type<ArticleKind>().notNull(),
    /** The changed fields as the text of their JSON: as typed, so that jsonb might refuse it. */
    values: text().notNull(),
    /** Of the article that was being changed. */
    version: integer(),
    savedAt: timestamptz().notNull(),
  },
  it => [primaryKey({ columns: [it.firmId, it.ownerPopulation, it.ownerId, it.articleId, it.kind] })],
)
