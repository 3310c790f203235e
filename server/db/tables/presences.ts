import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { firmIdColumn, idReference, timestamptz } from './columns.ts'

/**
 * Who has the form of a record open at present. A row counts for less than a minute after its last sign of life
 * (routes/session/presence.ts); nothing depends on it.
 */
export const presences = pgTable(
  'presences',
  {
    firmId: firmIdColumn(),
    /** The name of the resource, and the id of the record; 0 for a setting. */
    resource: text().notNull(),
    recordId: idReference().notNull(),
    population: integer().$type<1 | 2>().notNull(),
    userId: idReference().notNull(),
    name: text().notNull(),
    since: timestamptz().notNull(),
    seenAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({
      columns: [table.firmId, table.resource, table.recordId, table.population, table.userId],
    }),
    index('presences_seen').on(table.firmId, table.seenAt),
  ],
)
