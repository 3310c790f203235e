import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { Population } from '../../../resources/domain/role.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/**
 * Messages that are also sent by mail, by the firm's application in 企业微信 or to its group robot: waiting, sent, or given
 * up. The address is read when the message is sent.
 */
export const messageMirrors = pgTable(
  'message_mirrors',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    channel: text().$type<'mail' | 'wecom' | 'robot'>().notNull(),
    /** The type of the message. */
    type: integer().notNull(),
    /** The receiver; null for the robot. */
    population: integer().$type<Population>(),
    userId: idReference(),
    title: text().notNull(),
    link: text(),
    /** The message of which this is a copy, where its content is sent too. */
    messageId: idReference(),
    /** The member of 企业微信 to whom it was sent, who alone may press its buttons. */
    sentTo: text(),
    createdAt: timestamptz().notNull(),
    attempts: integer().notNull().default(0),
    sentAt: timestamptz(),
    /** When the last attempt failed; the server's log has the reason. */
    failedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('message_mirrors_waiting')
      .on(table.firmId, table.id)
      .where(sql`sent_at is null and failed_at is null`),
    index('message_mirrors_age').on(table.firmId, table.createdAt),
  ],
)
