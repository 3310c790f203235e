import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type {
  DirectoryField,
  DirectoryRowResult,
  DirectoryRow,
  DirectorySource,
} from '../../../resources/domain/directory.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { batches } from './records.ts'

/**
 * Comparisons of the firm's directory with its people. Exactly what was compared is applied: `rows` never changes, so that
 * the database does not write it again with each portion that is applied; what became of the rows is in `results`.
 */
export const directoryRuns = pgTable(
  'directory_runs',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    source: text().$type<Exclude<DirectorySource, 'scim'>>().notNull(),
    /** 1 is being read, 2 compared, 3 refused for `reason`. */
    state: integer().$type<1 | 2 | 3>().notNull(),
    reason: text(),
    /** The fields that the directory gives by the settings at that time. */
    fields: jsonb().$type<DirectoryField[]>().notNull(),
    rows: jsonb().$type<DirectoryRow[]>().notNull().default([]),
    /** By the index of the row. */
    results: jsonb().$type<Record<string, DirectoryRowResult>>().notNull().default({}),
    /** The number of people in whom nothing differs, who have no row. */
    unchanged: integer().notNull().default(0),
    /** The people whom rows and results name. */
    lawyerIds: bigint({ mode: 'number' }).array().notNull().default([]),
    /** The import record of what was applied. */
    batchId: idReference(),
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    /** `population:id` of the person who compared. */
    createdBy: text(),
    createdByName: text().notNull(),
    endedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'directory_runs_batch_fk',
      columns: [table.firmId, table.batchId],
      foreignColumns: [batches.firmId, batches.id],
    }),
    index('directory_runs_latest').on(table.firmId, table.id.desc()),
    index('directory_runs_batch')
      .on(table.firmId, table.batchId)
      .where(sql`batch_id is not null`),
  ],
)
