import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { auditColumns, firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/** People, articles and offices that nobody deletes until a day. The rows stay as long as the firm, without names of the purged. */
export const holds = pgTable(
  'holds',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    /** 1 人员, 2 内容, 3 律所. */
    kind: integer().$type<1 | 2 | 3>().notNull(),
    targetId: idReference().notNull(),
    targetName: text().notNull(),
    reason: text().notNull(),
    /** The last day, in the firm's time zone. */
    endOn: date().notNull(),
    releasedAt: timestamptz(),
    releasedByName: text(),
    releaseReason: text(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('holds_unreleased')
      .on(table.firmId, table.kind, table.targetId)
      .where(sql`released_at is null`),
  ],
)
