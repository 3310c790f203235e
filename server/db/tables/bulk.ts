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

/** Actions on many records at once, which a job takes one by one. The id is that of the batch, which the log rows carry. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: idReference().notNull(),
    firmId: firmIdColumn(),
    /** The name of the entity, and of its action. */
    resource: text().notNull(),
    action: text().notNull(),
    /** What the dialog asked before, and what the list cannot be read without. */
    answers: jsonb().$type<Values>().notNull(),
    params: jsonb().$type<Values>().notNull(),
    /** The reason that the right demands. */
    reason: text(),
    /** 1 at work, 2 finished, 3 stopped. */
    state: integer().$type<1 | 2 | 3>().notNull(),
    total: integer().notNull(),
    /** The action that this one takes back. */
    undoes: idReference(),
    /** Who started it and how, for rights and log. */
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

/** The records of a bulk action: found when it was started, and what became of each. */
export const bulkRows = pgTable(
  'bulk_rows',
  {
    firmId: firmIdColumn(),
    runId: idReference().notNull(),
    position: integer().notNull(),
    recordId: idReference().notNull(),
    name: text().notNull(),
    /** As it was chosen: another one is not touched. Null where the records have none. */
    version: integer(),
    /** Values of this record alone: those that are put back. */
    answers: jsonb().$type<Values>(),
    /** 0 waits, 1 done, 2 skipped, 3 failed. */
    state: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    /** Why it was skipped or failed. */
    message: text(),
    /** What a change of fields has overwritten. */
    before: jsonb().$type<Values>(),
    /** The version that the action has made: another one is not taken back. Null where it cannot be. */
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
