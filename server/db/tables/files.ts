import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { firmIdColumn, idReference, timestamptz } from './columns.ts'

/** Files that were uploaded, and whose quota they count against. */
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
     * When a job may delete the file if no row uses it. Set while its upload is unfinished and when its last use ends; null
     * while it is in use.
     */
    sweepAt: timestamptz(),
    /** Of an upload that may go on where it broke off: by what its owner's next try is known. */
    fingerprint: text(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.path] }),
    index('files_owner').on(it.firmId, it.ownerPopulation, it.ownerId),
    index('files_sweep')
      .on(it.firmId, it.sweepAt)
      .where(sql`sweep_at is not null`),
  ],
)

/**
 * Which row names a file, wherever in it: kept by a trigger on each table whose rows may name one (rules/fileUses.ts), in the
 * transaction that writes the row.
 */
export const fileUses = pgTable(
  'file_uses',
  {
    firmId: firmIdColumn(),
    path: text().notNull(),
    /** The table of the row. */
    entity: text().notNull(),
    /** Its primary key without the firm; several columns are joined by colons. */
    record: text().notNull(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.path, it.entity, it.record] }),
    index('file_uses_record').on(it.firmId, it.entity, it.record),
    foreignKey({
      name: 'file_uses_file_fk',
      columns: [it.firmId, it.path],
      foreignColumns: [files.firmId, files.path],
    }),
  ],
)
