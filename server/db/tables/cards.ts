import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import type { CardContent as CardDocument } from '../../../resources/cards/index.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import { offices, positions } from './firms.ts'
import { lawyers } from './people.ts'
import {
  isDeleted,
  softDelete,
  firmIdColumn,
  idColumn,
  timestamptz,
  idReference,
  auditColumns,
} from './columns.ts'

/** What a person typed on the card; a working copy need not be complete. */
export type StoredCardContent = Partial<CardDocument>

/**
 * One row a lawyer and language. The content is one document, because it is published, compared, reviewed and restored
 * as a whole; beside it stand the columns that lists filter and sort by.
 */
export const cards = pgTable(
  'cards',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    language: text().$type<'CN' | 'EN'>().notNull(),
    organizationId: idReference().notNull(),
    content: jsonb().$type<StoredCardContent>().notNull(),
    name: text().notNull(),
    namePinyin: text().notNull().default(''),
    postCode: text(),
    /** Of the position, kept by a trigger (migration 0007): lists are sorted by it through an index. */
    postLevel: integer(),
    search: text().notNull().default(''),
    showStatus: integer().$type<0 | 1>().notNull().default(1),
    weight: integer().notNull().default(0),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    /** Of what was handed in last: 0 草稿, 1 待审核, 2 已通过, 3 已驳回; never 0 where something is published (domain.md §4). */
    auditStatus: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    auditReason: text(),
    auditItems: jsonb().$type<{ field: string; reason: string }[]>(),
    submittedAt: timestamptz(),
    auditedAt: timestamptz(),
    auditedBy: text(),
    /** What the public sees; stays while a change waits. */
    published: jsonb().$type<StoredCardContent>(),
    publishedAt: timestamptz(),
    publishedVersion: integer(),
    changedFields: jsonb().$type<string[]>().notNull().default([]),
    ignoredFindings: jsonb().$type<IgnoredFinding[]>().notNull().default([]),
    completeness: integer().notNull().default(0),
    confirmedAt: timestamptz(),
    ...auditColumns(),
    ...softDelete(),
  },
  it => [
    uniqueIndex('cards_lawyer')
      .on(it.firmId, it.lawyerId, it.language)
      .where(sql`deleted_at is null`),
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'cards_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }),
    foreignKey({
      name: 'cards_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    // A position that gets another code takes its cards along.
    foreignKey({
      name: 'cards_position_fk',
      columns: [it.firmId, it.postCode],
      foreignColumns: [positions.firmId, positions.postCode],
    }).onUpdate('cascade'),
    index('cards_person').on(it.firmId, it.lawyerId),
    index('cards_alive')
      .on(it.firmId, it.organizationId)
      .where(sql`deleted_at is null`),
    // A position says how many cards bear it; it is in use until the last of them is gone.
    index('cards_post').on(it.firmId, it.postCode, it.deletedAt),
    index('cards_office').on(it.firmId, it.organizationId, it.auditStatus),
    index('cards_audit').on(it.firmId, it.auditStatus, it.submittedAt),
    // Of each office from the index alone.
    index('cards_completeness')
      .on(it.firmId, it.organizationId, it.completeness)
      .where(sql`deleted_at is null`),
    index('cards_waiting')
      .on(it.firmId, sql`coalesce(submitted_at, updated_at)`, it.id)
      .where(sql`audit_status = 1 and deleted_at is null`),
    index('cards_order')
      .on(
        it.firmId,
        it.isTop.desc().nullsLast(),
        it.postLevel.asc().nullsLast(),
        it.weight.desc().nullsLast(),
        it.namePinyin.asc().nullsLast(),
        it.id,
      )
      .where(sql`deleted_at is null`),
    index('cards_deleted').on(it.firmId, it.deletedAt).where(isDeleted),
    index('cards_undecided')
      .on(it.firmId)
      .where(sql`audit_status = 1 and deleted_at is null`),
    index('cards_pinyin').on(it.firmId, it.namePinyin, it.id),
    index('cards_updated').on(it.firmId, it.updatedAt.desc(), it.id),
    index('cards_professions').using('gin', sql`(content -> 'professions') jsonb_path_ops`),
  ],
)

/** Every saved state of a card, for the history and the restore. */
export const cardRevisions = pgTable(
  'card_revisions',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    cardId: idReference().notNull(),
    version: integer().notNull(),
    kind: text()
      .$type<'create' | 'edit' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'restore'>()
      .notNull(),
    content: jsonb().$type<StoredCardContent>().notNull(),
    at: timestamptz().notNull().defaultNow(),
    byName: text(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    uniqueIndex('card_revisions_version').on(it.firmId, it.cardId, it.version),
    foreignKey({
      name: 'card_revisions_card_fk',
      columns: [it.firmId, it.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
  ],
)

/** What a lawyer is writing on his own card and has not saved: no state of the card, and seen by nobody else. */
export const cardDrafts = pgTable(
  'card_drafts',
  {
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    language: text().$type<'CN' | 'EN'>().notNull(),
    /** The changed fields as the text of their JSON: as typed, so that jsonb might refuse it. */
    values: text().notNull(),
    /** Of the card that was being changed; null for one that is not there yet. */
    version: integer(),
    savedAt: timestamptz().notNull(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.lawyerId, it.language] }),
    foreignKey({
      name: 'card_drafts_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
  ],
)
