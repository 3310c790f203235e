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
/** The typed content of an article, with the types of the interface; `professional` as a list of ids. */
export type ArticleContent = Omit<Input, 'submit' | 'professional'> & {
  professional: number[]
  lawyerIds: number[]
}

const idList = () => bigint({ mode: 'number' }).array().notNull().default([])

/**
 * The columns hold the content that is or was public; a change of a published article is kept separately in
 * `revision`.
 */
export const articles = pgTable(
  'articles',
  {
    articleId: idColumn(),
    firmId: firmIdColumn(),
    kind: integer().$type<ArticleKind>().notNull(),
    /** A draft may have no category yet. */
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
    /** The lawyers in the order in which they are named; `article_lawyers` has a row for each. */
    lawyerIds: idList(),
    professional: idList(),
    caseInfo: jsonb().$type<CaseInfo>(),
    parties: jsonb().$type<string[]>(),
    /** Identifies the content that needs its client's consent; null where the case names no parties. */
    consentDigest: text(),
    videoType: integer().$type<1 | 2 | 3>(),
    videoUrl: text(),
    videoCover: text(),
    duration: integer(),
    finderUserName: text(),
    feedId: text(),
    /** When the article became public, or is scheduled to. */
    publishAt: timestamptz(),
    expireAt: timestamptz(),
    /** 0 草稿, 1 待审核, 2 已发布, 3 已驳回, 4 已下架, 5 待发布 (docs/domain.md §4). */
    status: integer().$type<0 | 1 | 2 | 3 | 4 | 5>().notNull().default(0),
    /** The fields to which a pending change gives other values. */
    revision: jsonb().$type<Partial<ArticleContent>>(),
    /** The status of the pending change: 0 未提交, 1 待审核, 3 已驳回. */
    revisionStatus: integer().$type<0 | 1 | 3>(),
    ignoredFindings: jsonb().$type<IgnoredFinding[]>().notNull().default([]),
    submittedAt: timestamptz(),
    refuseReason: text(),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    topAt: timestamptz(),
    sort: integer().notNull().default(0),
    readNum: integer().notNull().default(0),
    shareNum: integer().notNull().default(0),
    /** The article of the firm's 公众号 from which this one was imported: the message's id and the article's place in it. */
    officialKey: text(),
    search: text().notNull().default(''),
    ...auditColumns(),
    ...softDelete(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.articleId] }),
    foreignKey({
      name: 'articles_category_fk',
      columns: [table.firmId, table.typeId],
      foreignColumns: [categories.firmId, categories.typeId],
    }),
    foreignKey({
      name: 'articles_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    // The professions are included so that counts by profession need only the index.
    index('articles_updated')
      .on(table.firmId, table.kind, table.updatedAt.desc(), table.articleId, table.professional)
      .where(notDeleted),
    index('articles_status')
      .on(table.firmId, table.kind, table.status, table.updatedAt.desc(), table.articleId)
      .where(notDeleted),
    index('articles_public')
      .on(
        table.firmId,
        table.kind,
        table.isTop.desc(),
        table.topAt.desc(),
        table.publishAt.desc(),
        table.articleId,
      )
      .where(sql`deleted_at is null and status = 2`),
    index('articles_waiting')
      .on(table.firmId, table.kind, table.updatedAt.desc(), table.articleId)
      .where(sql`deleted_at is null and (status = 1 or revision_status = 1)`),
    index('articles_submitted')
      .on(table.firmId, sql`coalesce(submitted_at, updated_at)`, table.articleId)
      .where(sql`deleted_at is null and (status = 1 or revision_status = 1)`),
    index('articles_top')
      .on(table.firmId, table.kind, table.updatedAt.desc(), table.articleId)
      .where(sql`deleted_at is null and is_top = 1`),
    index('articles_published')
      .on(table.firmId, table.kind, table.publishAt.desc(), table.articleId)
      .where(notDeleted),
    index('articles_title')
      .on(table.firmId, table.kind, table.title.nullsFirst(), table.articleId)
      .where(notDeleted),
    // Includes deleted articles: a category is in use until its last article is removed permanently.
    index('articles_type').on(
      table.firmId,
      table.typeId,
      table.kind,
      table.updatedAt.desc(),
      table.articleId,
      table.deletedAt,
    ),
    index('articles_office')
      .on(table.firmId, table.organizationId, table.kind, table.updatedAt.desc(), table.articleId)
      .where(notDeleted),
    // For the jobs that publish and expire articles by time; both match only a few rows.
    index('articles_publish_due')
      .on(table.firmId, table.publishAt)
      .where(sql`status = 5`),
    index('articles_expire_due')
      .on(table.firmId, table.expireAt)
      .where(sql`status = 2 and expire_at is not null`),
    index('articles_deleted').on(table.firmId, table.deletedAt).where(isDeleted),
    uniqueIndex('articles_official')
      .on(table.firmId, table.officialKey)
      .where(sql`official_key is not null`),
    index('articles_undecided')
      .on(table.firmId)
      .where(sql`(status = 1 or revision_status = 1) and deleted_at is null`),
    index('articles_lawyers').using('gin', table.lawyerIds),
    index('articles_professional').using('gin', table.professional),
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
  table => [
    primaryKey({ columns: [table.firmId, table.articleId, table.lawyerId] }),
    foreignKey({
      name: 'article_lawyers_article_fk',
      columns: [table.firmId, table.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'article_lawyers_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    index('article_lawyers_lawyer').on(table.firmId, table.lawyerId, table.isTop.desc(), table.topAt.desc()),
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
    /** Older revisions lack fields that were added later. */
    content: jsonb().$type<Partial<ArticleContent>>().notNull(),
    at: timestamptz().notNull().defaultNow(),
    byName: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('article_revisions_version').on(table.firmId, table.articleId, table.version),
    foreignKey({
      name: 'article_revisions_article_fk',
      columns: [table.firmId, table.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
  ],
)

/** An unsaved draft, visible only to its author; it is not a state of the article. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    firmId: firmIdColumn(),
    ownerPopulation: integer().$type<Population>().notNull(),
    ownerId: idReference().notNull(),
    /** 0 for an article that has not been saved yet; its kind then tells the drafts apart. */
    articleId: idReference().notNull().default(0),
    kind: integer().$type<ArticleKind>().notNull(),
    /** The changed fields as JSON text, exactly as typed, which jsonb might refuse. */
    values: text().notNull(),
    /** The version of the article that was being changed. */
    version: integer(),
    savedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({
      columns: [table.firmId, table.ownerPopulation, table.ownerId, table.articleId, table.kind],
    }),
  ],
)
