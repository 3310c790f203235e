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

import type { Population } from '../../../resources/domain/role.ts'
import { offices } from './firms.ts'
import { firmIdColumn, idColumn, timestamptz, idReference } from './columns.ts'

export const messages = pgTable(
  'messages',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    receiverType: integer().$type<Population>().notNull(),
    receiverId: idReference().notNull(),
    /** 1 系统通知 … 7 律所公告 (docs/domain.md §3.8). */
    type: integer().$type<1 | 2 | 3 | 4 | 5 | 6 | 7>().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    level: integer().$type<1 | 2>().notNull().default(1),
    bizType: text(),
    bizId: idReference(),
    link: text(),
    senderName: text(),
    /** 0 未读, 1 已读. */
    status: integer().$type<0 | 1>().notNull().default(0),
    readAt: timestamptz(),
    batchId: idReference(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('messages_receiver').on(
      table.firmId,
      table.receiverType,
      table.receiverId,
      table.status,
      table.createdAt.desc(),
    ),
    // The timeline of a record shows the messages about it.
    index('messages_about')
      .on(table.firmId, table.bizType, table.bizId, table.createdAt.desc())
      .where(sql`biz_id is not null`),
    // Who of an announcement's receivers has read it, and how many.
    index('messages_batch')
      .on(table.firmId, table.batchId, table.status, table.id)
      .where(sql`batch_id is not null`),
  ],
)

export type LogDiff = { field: string; label: string; before: unknown; after: unknown; masked: 0 | 1 }[]

/** Append-only (a trigger refuses UPDATE and DELETE) and chained by hash within a firm (docs/domain.md §3.9). */
export const logs = pgTable(
  'logs',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    seq: idReference().notNull(),
    createdAt: timestamptz().notNull(),
    logType: integer().$type<1 | 2 | 3>().notNull(),
    module: integer().notNull(),
    action: text().notNull(),
    important: integer().$type<0 | 1>().notNull(),
    operatorType: integer().$type<Population>(),
    operatorId: idReference(),
    operatorName: text().notNull(),
    officeLevel: integer(),
    organizationId: idReference(),
    viewAsId: idReference(),
    targetType: text(),
    targetId: idReference(),
    targetName: text(),
    targetOrgId: idReference(),
    summary: text().notNull(),
    diff: jsonb().$type<LogDiff>().notNull().default([]),
    reason: text(),
    batchId: idReference(),
    batchCount: integer(),
    result: integer().$type<0 | 1>().notNull(),
    errorCode: text(),
    ip: text(),
    device: text(),
    requestId: text().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
    /** Not part of the hash chain, since it repeats other columns. */
    search: text().generatedAlwaysAs(
      sql`lower(normalize(summary || ' ' || operator_name || ' ' || coalesce(target_name, ''), NFKC))`,
    ),
  },
  // The columns after the time are included so that counts need only the index.
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('logs_seq').on(table.firmId, table.seq),
    index('logs_time').on(table.firmId, table.important, table.createdAt.desc()),
    index('logs_module').on(
      table.firmId,
      table.module,
      table.createdAt.desc(),
      table.important,
      table.action,
      table.targetOrgId,
    ),
    index('logs_action').on(
      table.firmId,
      table.action,
      table.createdAt.desc(),
      table.important,
      table.targetOrgId,
    ),
    index('logs_office').on(table.firmId, table.targetOrgId, table.createdAt.desc(), table.important),
    index('logs_operator').on(
      table.firmId,
      table.operatorType,
      table.operatorId,
      table.createdAt.desc(),
      table.important,
    ),
    index('logs_target').on(
      table.firmId,
      table.targetType,
      table.targetId,
      table.createdAt.desc(),
      table.important,
    ),
    index('logs_type')
      .on(table.firmId, table.logType, table.createdAt.desc())
      .where(sql`log_type <> 2`),
    index('logs_failed')
      .on(table.firmId, table.createdAt.desc(), table.important)
      .where(sql`result = 0`),
    index('logs_batch')
      .on(table.firmId, table.batchId)
      .where(sql`batch_id is not null`),
  ],
)

/** The end of each firm's chain; appending a row locks it. */
export const logHeads = pgTable('log_heads', {
  firmId: integer().primaryKey(),
  seq: idReference().notNull(),
  hash: text().notNull(),
})

/** Imports and batch creations, so that they can be found and undone as one. */
export const batches = pgTable(
  'batches',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    kind: text().notNull(),
    count: integer().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    createdBy: text(),
    createdByName: text(),
    /** The office of the person who created the batch. */
    organizationId: idReference(),
    /** 1 typed, 2 read from a file, 3 from the firm's directory; null where the batch is no import. */
    source: integer().$type<1 | 2 | 3>(),
    created: integer().notNull().default(0),
    /** The number of invalid rows. */
    failed: integer().notNull().default(0),
    undoneAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'batches_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('batches_people')
      .on(table.firmId, table.createdAt.desc(), table.id)
      .where(sql`source is not null`),
  ],
)

/** Which records of a plain entity were created together; removed records have no row here. */
export const batchRecords = pgTable(
  'batch_records',
  {
    firmId: firmIdColumn(),
    batchId: idReference().notNull(),
    /** The name of the entity, as in its batch. */
    kind: text().notNull(),
    recordId: idReference().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.kind, table.recordId] }),
    index('batch_records_batch').on(table.firmId, table.batchId),
    foreignKey({
      name: 'batch_records_batch_fk',
      columns: [table.firmId, table.batchId],
      foreignColumns: [batches.firmId, batches.id],
    }),
  ],
)

/**
 * 公告: a message sent to many people at once. Its id is that of its batch, which its messages and its log row
 * carry.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: idReference().notNull(),
    firmId: firmIdColumn(),
    title: text().notNull(),
    content: text().notNull(),
    level: integer().$type<1 | 2>().notNull(),
    /** 1 everybody in the sender's scope, 2 the named offices, 3 the named people. */
    audience: integer().$type<1 | 2 | 3>().notNull(),
    organizationIds: jsonb().$type<number[]>().notNull(),
    lawyerIds: jsonb().$type<number[]>().notNull(),
    adminIds: jsonb().$type<number[]>().notNull(),
    /** The sender's office. */
    organizationId: idReference().notNull(),
    createdAt: timestamptz().notNull(),
    createdByName: text().notNull(),
    sent: integer().notNull(),
    search: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'announcements_batch_fk',
      columns: [table.firmId, table.id],
      foreignColumns: [batches.firmId, batches.id],
    }),
    foreignKey({
      name: 'announcements_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('announcements_time').on(table.firmId, table.createdAt.desc()),
  ],
)

/**
 * Reminders that were sent, so that each is sent once: of a review (one row per submission), and of a person's
 * own card (`confirm`, one row per lawyer and day), of a missing result (`assessment`, one row per lawyer and
 * assessed year). `assessmentRun` and `digestRun` mark the days on which missing results were looked for, and
 * reviewers got their digest.
 */
export const reviewReminders = pgTable(
  'review_reminders',
  {
    firmId: firmIdColumn(),
    kind: text()
      .$type<
        | 'registration'
        | 'card'
        | 'article'
        | 'transfer'
        | 'proposal'
        | 'confirm'
        | 'assessment'
        | 'assessmentRun'
        | 'digestRun'
      >()
      .notNull(),
    subjectId: idReference().notNull(),
    since: timestamptz().notNull(),
    sentAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.firmId, table.kind, table.subjectId, table.since] })],
)
