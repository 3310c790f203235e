import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'

import { lawyers } from './people.ts'
import { firm, key, ref, timestamptz } from './columns.ts'

/** Initial passwords of lawyers that are sent by SMS: waiting, sent, or given up. */
export const textMessages = pgTable(
  'text_messages',
  {
    id: key(),
    firmId: firm(),
    lawyerId: ref().notNull(),
    mobile: text().notNull(),
    /** The words of the message and the password, readable with the installation's key alone; erased once delivered. */
    sealed: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** When the last try failed; the server's log says why. */
    failedAt: timestamptz(),
  },
  it => [
    foreignKey({
      name: 'text_messages_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    index('text_messages_lawyer').on(it.firmId, it.lawyerId),
    index('text_messages_sealed')
      .on(it.createdAt)
      .where(sql`sealed is not null`),
  ],
)
