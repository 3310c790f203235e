import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { lawyers } from './people.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/** Initial passwords and codes that are sent by SMS: waiting, sent, or given up. */
export const textMessages = pgTable(
  'text_messages',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    /** The lawyer whose initial password it is; null for a code. */
    lawyerId: idReference(),
    /** The id of the code in `one_time_codes`; null for an initial password. */
    codeId: text(),
    mobile: text().notNull(),
    /**
     * The text with its secret, encrypted with the installation's key. It is erased once delivered or void,
     * and never set where a code was requested for an unknown number.
     */
    sealed: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /**
     * When an attempt failed: the latest one for a code, the last one for a password. The server's log has
     * the reason.
     */
    failedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'text_messages_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    index('text_messages_lawyer').on(table.firmId, table.lawyerId),
    index('text_messages_sealed')
      .on(table.createdAt)
      .where(sql`sealed is not null`),
    index('text_messages_code')
      .on(table.createdAt)
      .where(sql`code_id is not null`),
    check('text_messages_content', sql`(${table.lawyerId} is null) <> (${table.codeId} is null)`),
  ],
)
