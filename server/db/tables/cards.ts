import { sql } from 'drizzle-orm'
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import type { CardContent as CardDocument, CardField } from '../../../resources/cards/index.ts'
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
  lacksNameSort,
  nameSortColumn,
} from './columns.ts'

/** The typed content of a card; a working copy need not be complete. */
export type StoredCardContent = Partial<CardDocument>

/** An approved change of a published card, until it becomes public. */
export type ScheduledChange = {
  /** The approved values; null where a value is removed. */
  patch: StoredCardContent
  /** The public values of the same fields at the approval, to tell whether they have changed meanwhile. */
  before: StoredCardContent
  byId: number
  byName: string
}

/**
 * A part of a card that does not fit its office's template. A required part or a picture is missing until there is one;
 * a hidden part is marked while it has the value whose digest this is.
 */
export type StoredMisfit = {
  field: keyof StoredCardContent
  reason: 'required' | 'picture' | 'hidden'
  digest?: string
}

/** When each field of the public version last changed, and with which version of the card. */
type PublicChanges = Partial<Record<keyof StoredCardContent, { at: string; version: number }>>

/**
 * One row per lawyer and language. The content is one document, because it is published, compared, reviewed
 * and restored as a whole; the values that lists filter and sort by are columns.
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
    nameSort: nameSortColumn(),
    postCode: text(),
    /**
     * The level of the position, maintained by a trigger (db/baseline/triggers.sql), because lists are sorted by it
     * through an index.
     */
    postLevel: integer(),
    search: text().notNull().default(''),
    showStatus: integer().$type<0 | 1>().notNull().default(1),
    weight: integer().notNull().default(0),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    /**
     * The status of the latest submission: 0 草稿, 1 待审核, 2 已通过, 3 已驳回; never 0 where something is published
     * (docs/domain.md §4).
     */
    auditStatus: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    auditReason: text(),
    auditItems: jsonb().$type<{ field: string; reason: string }[]>(),
    submittedAt: timestamptz(),
    /** The assistant with the owner (`李四（代张三）`) who submitted the change; null where the owner did. */
    submittedBy: text(),
    auditedAt: timestamptz(),
    auditedBy: text(),
    /** The public version; it stays while a change waits for review. */
    published: jsonb().$type<StoredCardContent>(),
    publishedAt: timestamptz(),
    publishedVersion: integer(),
    /** Maintained by a trigger (db/baseline/triggers.sql), so that no way to publish can forget it. */
    publicChanges: jsonb().$type<PublicChanges>().notNull().default({}),
    /** The day from which the owner wants the submitted change to hold. */
    proposedOn: date(),
    /** An approved change that becomes public at `effectiveAt`; both are null without one. */
    scheduled: jsonb().$type<ScheduledChange>(),
    effectiveAt: timestamptz(),
    changedFields: jsonb().$type<string[]>().notNull().default([]),
    ignoredFindings: jsonb().$type<IgnoredFinding[]>().notNull().default([]),
    completeness: integer().notNull().default(0),
    /** What did not fit the template of the office when the card came to it; see services/cards/misfits.ts. */
    misfits: jsonb().$type<StoredMisfit[]>().notNull().default([]),
    confirmedAt: timestamptz(),
    ...auditColumns(),
    ...softDelete(),
  },
  table => [
    uniqueIndex('cards_lawyer')
      .on(table.firmId, table.lawyerId, table.language)
      .where(sql`deleted_at is null`),
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'cards_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }),
    foreignKey({
      name: 'cards_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    // Deferred (db/baseline/triggers.sql), so that a position gets another code before its cards do.
    foreignKey({
      name: 'cards_position_fk',
      columns: [table.firmId, table.postCode],
      foreignColumns: [positions.firmId, positions.postCode],
    }),
    index('cards_person').on(table.firmId, table.lawyerId),
    index('cards_alive')
      .on(table.firmId, table.organizationId)
      .where(sql`deleted_at is null`),
    // Counts the cards with a position; a position is in use until the last of them is removed.
    index('cards_post').on(table.firmId, table.postCode, table.deletedAt),
    index('cards_office').on(table.firmId, table.organizationId, table.auditStatus),
    index('cards_audit').on(table.firmId, table.auditStatus, table.submittedAt),
    // Answers the completeness of an office's cards from the index alone.
    index('cards_completeness')
      .on(table.firmId, table.organizationId, table.completeness)
      .where(sql`deleted_at is null`),
    index('cards_waiting')
      .on(table.firmId, sql`coalesce(submitted_at, updated_at)`, table.id)
      .where(sql`audit_status = 1 and deleted_at is null`),
    index('cards_order')
      .on(
        table.firmId,
        table.isTop.desc().nullsLast(),
        table.postLevel.asc().nullsLast(),
        table.weight.desc().nullsLast(),
        table.nameSort.asc().nullsLast(),
        table.id,
      )
      .where(sql`deleted_at is null`),
    index('cards_deleted').on(table.firmId, table.deletedAt).where(isDeleted),
    index('cards_effective')
      .on(table.firmId, table.effectiveAt)
      .where(sql`effective_at is not null`),
    index('cards_undecided')
      .on(table.firmId)
      .where(sql`audit_status = 1 and deleted_at is null`),
    index('cards_unsorted').on(table.firmId, table.id).where(lacksNameSort),
    index('cards_name').on(table.firmId, table.nameSort, table.id),
    index('cards_updated').on(table.firmId, table.updatedAt.desc(), table.id),
    index('cards_professions').using('gin', sql`(content -> 'professions') jsonb_path_ops`),
  ],
)

/**
 * Who made a revision, and what the rules of that time made of it. A later rule is rehearsed on these facts
 * (services/rehearsal).
 */
export type RevisionFacts = {
  by: 'owner' | 'assistant' | 'administrator'
  /** Whether something was public before. */
  wasPublic: boolean
  /** The fields of the working copy that changed. */
  edited: CardField[]
  /** The fields whose public values changed with it. */
  published: CardField[]
  /** The fields in which the working copy differs from the public version after it; none before the first publication. */
  waiting: CardField[]
}

/** Every saved state of a card, for the history and the restore. */
export const cardRevisions = pgTable(
  'card_revisions',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    cardId: idReference().notNull(),
    version: integer().notNull(),
    kind: text()
      .$type<'create' | 'edit' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'restore' | 'effect'>()
      .notNull(),
    content: jsonb().$type<StoredCardContent>().notNull(),
    /** Null where the history does not say. */
    facts: jsonb().$type<RevisionFacts>(),
    at: timestamptz().notNull().defaultNow(),
    byName: text(),
    /** The mandate under which an assistant made it; null for everybody else. */
    mandateId: idReference(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('card_revisions_version').on(table.firmId, table.cardId, table.version),
    foreignKey({
      name: 'card_revisions_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
  ],
)

/** The firm's requests to all lawyers to confirm their cards, at most one a day; the latest one is in force. */
export const cardCampaigns = pgTable(
  'card_campaigns',
  {
    firmId: firmIdColumn(),
    /** The day in the firm's time zone. */
    startedOn: date().notNull(),
    startedAt: timestamptz().notNull(),
    /** The number of cards that the request concerned. */
    cards: integer().notNull(),
    /** Who started it; null where the product did, each quarter. */
    createdByName: text(),
  },
  table => [primaryKey({ columns: [table.firmId, table.startedOn] })],
)

/** An unsaved draft of a lawyer's card, visible only to who wrote it; it is not a state of the card. */
export const cardDrafts = pgTable(
  'card_drafts',
  {
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    language: text().$type<'CN' | 'EN'>().notNull(),
    /** The mandate of the assistant whose draft it is; 0 for the lawyer's own. */
    mandateId: idReference().notNull().default(0),
    /** The changed fields as JSON text, exactly as typed, which jsonb might refuse. */
    values: text().notNull(),
    /** The version of the card that was being changed; null for a card that does not exist yet. */
    version: integer(),
    savedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.lawyerId, table.language, table.mandateId] }),
    foreignKey({
      name: 'card_drafts_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Digests of the texts that the translation service wrote for a person's English card, which tell whether a text still reads so.
 * They stay as long as the person.
 */
export const machineDrafts = pgTable(
  'machine_drafts',
  {
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    digest: text().notNull(),
    madeAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.lawyerId, table.digest] }),
    foreignKey({
      name: 'machine_drafts_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
  ],
)
