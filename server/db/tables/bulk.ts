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

import { firmIdColumn, idReference, timestamptz } from './columns.ts'
import { offices } from './firms.ts'
import { batches } from './records.ts'

type Values = Record<string, unknown>

/** Bulk actions, whose records a job processes one by one. The id is that of the batch, which the log rows contain. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: idReference().notNull(),
    firmId: firmIdColumn(),
    /** Name of the entity; `action` is the name of its action. */
    resource: text().notNull(),
    action: text().notNull(),
    /** Answers of the dialog; `params` are the parameters that the list requires. */
    answers: jsonb().$type<Values>().notNull(),
    params: jsonb().$type<Values>().notNull(),
    /** The reason, if the right requires one. */
    reason: text(),
    /** 1 running, 2 finished, 3 stopped. */
    state: integer().$type<1 | 2 | 3>().notNull(),
    total: integer().notNull(),
    /** Id of the bulk action that this one undoes. */
    undoes: idReference(),
    /** The person, request and device that started it, for rights and log. */
    population: integer().$type<1 | 2>().notNull(),
    userId: idReference().notNull(),
    organizationId: idReference().notNull(),
    createdByName: text().notNull(),
    requestId: text().notNull(),
    ip: text().notNull(),
    device: text().notNull(),
    createdAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'bulk_runs_batch_fk',
      columns: [it.firmId, it.id],
      foreignColumns: [batches.firmId, batches.id],
    }),
    foreignKey({
      name: 'bulk_runs_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    foreignKey({
      name: 'bulk_runs_undoes_fk',
      columns: [it.firmId, it.undoes],
      foreignColumns: [it.firmId, it.id],
    }),
    uniqueIndex('bulk_runs_undoes')
      .on(it.firmId, it.undoes)
      .where(sql`undoes is not null`),
    index('bulk_runs_time').on(it.firmId, it.createdAt.desc()),
    index('bulk_runs_at_work')
      .on(it.firmId)
      .where(sql`state = 1`),
  ],
)

/** The records of a bulk action as they were found at its start, with the result for each. */
export const bulkRows = pgTable(
  'bulk_rows',
  {
    firmId: firmIdColumn(),
    runId: idReference().notNull(),
    position: integer().notNull(),
    recordId: idReference().notNull(),
    name: text().notNull(),
    /** Version at the start; a record with another version is skipped. Null if the entity has no versions. */
    version: integer(),
    /** Values to restore in this record, when a bulk edit is undone. */
    answers: jsonb().$type<Values>(),
    /** 0 waiting, 1 done, 2 skipped, 3 failed. */
    state: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    /** Why it was skipped or failed. */
    message: text(),
    /** Values that a bulk edit has overwritten. */
    before: jsonb().$type<Values>(),
    /** Version after the action; a record with another version is not undone. Null if it cannot be undone. */
    versionAfter: integer(),
    doneAt: timestamptz(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.runId, it.position] }),
    foreignKey({
      name: 'bulk_rows_run_fk',
      columns: [it.firmId, it.runId],
      foreignColumns: [bulkRuns.firmId, bulkRuns.id],
    }),
    index('bulk_rows_state').on(it.firmId, it.runId, it.state, it.position),
  ],
)
