import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { firmIdColumn, idReference, timestamptz } from './columns.ts'

/** Uploaded files, with the owner whose quota they count against. */
export const files = pgTable(
  'files',
  {
    path: text().notNull(),
    firmId: firmIdColumn(),
    ownerPopulation: integer().$type<1 | 2>().notNull(),
    ownerId: idReference().notNull(),
    scene: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    /**
     * When a job may delete the file if no row uses it. Set while its upload is unfinished and when its last
     * use ends; null while it is in use.
     */
    sweepAt: timestamptz(),
    /** For a resumable upload: identifies the owner's next attempt to upload the same file. */
    fingerprint: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.path] }),
    index('files_owner').on(table.firmId, table.ownerPopulation, table.ownerId),
    index('files_sweep')
      .on(table.firmId, table.sweepAt)
      .where(sql`sweep_at is not null`),
  ],
)

/**
 * Which row uses which file in any of its columns. Maintained by a trigger on each table whose rows may name
 * files (rules/fileUses.ts), in the transaction that writes the row.
 */
export const fileUses = pgTable(
  'file_uses',
  {
    firmId: firmIdColumn(),
    path: text().notNull(),
    /** The table of the row. */
    entity: text().notNull(),
    /** The row's primary key without the firm; several columns are joined by colons. */
    record: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.path, table.entity, table.record] }),
    index('file_uses_record').on(table.firmId, table.entity, table.record),
    foreignKey({
      name: 'file_uses_file_fk',
      columns: [table.firmId, table.path],
      foreignColumns: [files.firmId, files.path],
    }),
  ],
)
