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
    /** Whose initial password it is; null for a code. */
    lawyerId: idReference(),
    /** Which of `one_time_codes` it is; null for an initial password. */
    codeId: text(),
    mobile: text().notNull(),
    /**
     * The words of the message with its secret, readable with the installation's key alone; erased once delivered or void, and
     * absent from the start where a code was asked for a number that nobody has.
     */
    sealed: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** When a try failed: the latest one of a code, the last one of a password. The server's log says why. */
    failedAt: timestamptz(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'text_messages_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    index('text_messages_lawyer').on(it.firmId, it.lawyerId),
    index('text_messages_sealed')
      .on(it.createdAt)
      .where(sql`sealed is not null`),
    index('text_messages_code')
      .on(it.createdAt)
      .where(sql`code_id is not null`),
    check('text_messages_content', sql`(${it.lawyerId} is null) <> (${it.codeId} is null)`),
  ],
)
