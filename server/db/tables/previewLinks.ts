import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { articles } from './articles.ts'
import { cards } from './cards.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/**
 * A link to the preview of an article or a card for somebody without an account, and the decision that was made with it. Of
 * its secret, of the key of its reader and of the receipt, only the hashes are stored.
 */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    /** What is shown: exactly one of the two. */
    articleId: idReference(),
    cardId: idReference(),
    /** 1 shows only, 2 asks for consent. */
    purpose: integer().$type<1 | 2>().notNull(),
    recipient: text().notNull(),
    secretHash: text().notNull(),
    /** Of the browser that has opened the link. */
    readerHash: text(),
    /** The content about which a client is asked (services/articles/consent.ts). */
    digest: text(),
    createdAt: timestamptz().notNull(),
    /** `population:id` of the sender. */
    createdBy: text(),
    createdByName: text(),
    expireAt: timestamptz().notNull(),
    openedAt: timestamptz(),
    revokedAt: timestamptz(),
    /** 1 consents, 2 refuses. */
    decision: integer().$type<1 | 2>(),
    decidedBy: text(),
    decidedAt: timestamptz(),
    reason: text(),
    receiptHash: text(),
    withdrawnAt: timestamptz(),
    withdrawnBy: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'preview_links_article_fk',
      columns: [table.firmId, table.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'preview_links_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
    check('preview_links_one_subject', sql`num_nonnulls(article_id, card_id) = 1`),
    uniqueIndex('preview_links_secret').on(table.firmId, table.secretHash),
    uniqueIndex('preview_links_receipt')
      .on(table.firmId, table.receiptHash)
      .where(sql`receipt_hash is not null`),
    index('preview_links_article')
      .on(table.firmId, table.articleId, table.id)
      .where(sql`article_id is not null`),
    index('preview_links_card')
      .on(table.firmId, table.cardId, table.id)
      .where(sql`card_id is not null`),
    index('preview_links_undecided')
      .on(table.firmId, table.expireAt)
      .where(sql`decision is null`),
  ],
)
