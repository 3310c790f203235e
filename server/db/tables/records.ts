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
    /** 1 系统通知 … 7 律所公告 (domain.md §3.8). */
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
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    index('messages_receiver').on(it.firmId, it.receiverType, it.receiverId, it.status, it.createdAt.desc()),
    // Who of an announcement's receivers has read it, and how many.
    index('messages_batch')
      .on(it.firmId, it.batchId, it.status, it.id)
      .where(sql`batch_id is not null`),
  ],
)

export type LogDiff = { field: string; label: string; before: unknown; after: unknown; masked: 0 | 1 }[]

/** Append-only (a trigger refuses UPDATE and DELETE) and chained by hash within a firm (domain.md §3.9). */
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
    /** No part of the chain: it says again what other columns say. */
    search: text().generatedAlwaysAs(
      sql`lower(normalize(summary || ' ' || operator_name || ' ' || coalesce(target_name, ''), NFKC))`,
    ),
  },
  // What follows the time is there to be counted without a look at the row.
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    uniqueIndex('logs_seq').on(it.firmId, it.seq),
    index('logs_time').on(it.firmId, it.important, it.createdAt.desc()),
    index('logs_module').on(
      it.firmId,
      it.module,
      it.createdAt.desc(),
      it.important,
      it.action,
      it.targetOrgId,
    ),
    index('logs_action').on(it.firmId, it.action, it.createdAt.desc(), it.important, it.targetOrgId),
    index('logs_office').on(it.firmId, it.targetOrgId, it.createdAt.desc(), it.important),
    index('logs_operator').on(it.firmId, it.operatorType, it.operatorId, it.createdAt.desc(), it.important),
    index('logs_target').on(it.firmId, it.targetType, it.targetId, it.createdAt.desc(), it.important),
    index('logs_type')
      .on(it.firmId, it.logType, it.createdAt.desc())
      .where(sql`log_type <> 2`),
    index('logs_failed')
      .on(it.firmId, it.createdAt.desc(), it.important)
      .where(sql`result = 0`),
    index('logs_batch')
      .on(it.firmId, it.batchId)
      .where(sql`batch_id is not null`),
  ],
)

/** The end of each firm's chain: locked by the row that is appended. */
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
    /** Of who made it. */
    organizationId: idReference(),
    /** 1 typed, 2 read from a file; null where the batch is no import. */
    source: integer().$type<1 | 2>(),
    created: integer().notNull().default(0),
    /** Rows that were wrong. */
    failed: integer().notNull().default(0),
    undoneAt: timestamptz(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'batches_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('batches_people')
      .on(it.firmId, it.createdAt.desc(), it.id)
      .where(sql`source is not null`),
  ],
)

/** The records of a plain entity that were made together; those that were removed since have no row any more. */
export const batchRecords = pgTable(
  'batch_records',
  {
    firmId: firmIdColumn(),
    batchId: idReference().notNull(),
    /** The name of the entity, as in its batch. */
    kind: text().notNull(),
    recordId: idReference().notNull(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.kind, it.recordId] }),
    index('batch_records_batch').on(it.firmId, it.batchId),
    foreignKey({
      name: 'batch_records_batch_fk',
      columns: [it.firmId, it.batchId],
      foreignColumns: [batches.firmId, batches.id],
    }),
  ],
)

/** 公告: what was sent to many at once. Its id is that of its batch, which its messages and its log row carry. */
export const announcements = pgTable(
  'announcements',
  {
    id: idReference().notNull(),
    firmId: firmIdColumn(),
    title: text().notNull(),
    content: text().notNull(),
    level: integer().$type<1 | 2>().notNull(),
    /** 1 everybody in the sender's scope, 2 the offices named, 3 the people named. */
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
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'announcements_batch_fk',
      columns: [it.firmId, it.id],
      foreignColumns: [batches.firmId, batches.id],
    }),
    foreignKey({
      name: 'announcements_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('announcements_time').on(it.firmId, it.createdAt.desc()),
  ],
)

/** Of what has been reminded: once for each time that something was handed in. */
export const reviewReminders = pgTable(
  'review_reminders',
  {
    firmId: firmIdColumn(),
    kind: text().$type<'registration' | 'card' | 'article' | 'transfer'>().notNull(),
    subjectId: idReference().notNull(),
    since: timestamptz().notNull(),
    sentAt: timestamptz().notNull(),
  },
  it => [primaryKey({ columns: [it.firmId, it.kind, it.subjectId, it.since] })],
)
