import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { apiTokens } from './apiTokens.ts'
import { articles } from './articles.ts'
import { cards } from './cards.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { lawyers } from './people.ts'

/**
 * What language models' programs propose (代理建议): a call with its input, which nobody has made yet. A proposal goes with the
 * person, card or article that it is about, and with its token.
 */
export const proposals = pgTable(
  'proposals',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    tokenId: idReference().notNull(),
    /** Name of the token and of its owner at the time of the proposal. */
    tokenName: text().notNull(),
    ownerId: idReference().notNull(),
    ownerName: text().notNull(),
    /** Full name of the proposed call, such as `cards.update`. */
    call: text().notNull(),
    resource: text().notNull(),
    /** Null for a record that is to be created, and for a setting. */
    recordId: idReference(),
    isCreation: integer().$type<0 | 1>().notNull(),
    /** The version of the record that the program had read; null for a record that is to be created. */
    baseVersion: integer(),
    title: text().notNull(),
    /** The office of the record; null for what belongs to the whole firm. */
    organizationId: idReference(),
    lawyerId: idReference(),
    cardId: idReference(),
    articleId: idReference(),
    /** The input as it was given; it is parsed again for each reader and for the approval. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** 1 待处理, 2 已批准, 3 已驳回, 4 已撤回, 5 已关闭. */
    state: integer().$type<1 | 2 | 3 | 4 | 5>().notNull().default(1),
    createdAt: timestamptz().notNull(),
    decidedAt: timestamptz(),
    decidedById: idReference(),
    decidedByName: text(),
    reason: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'proposals_token_fk',
      columns: [table.firmId, table.tokenId],
      foreignColumns: [apiTokens.firmId, apiTokens.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'proposals_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'proposals_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'proposals_article_fk',
      columns: [table.firmId, table.articleId],
      foreignColumns: [articles.firmId, articles.articleId],
    }).onDelete('cascade'),
    index('proposals_time').on(table.firmId, table.createdAt.desc(), table.id),
    index('proposals_waiting')
      .on(table.firmId, table.createdAt, table.id)
      .where(sql`state = 1`),
    index('proposals_token').on(table.firmId, table.tokenId),
    index('proposals_lawyer').on(table.firmId, table.lawyerId),
    index('proposals_card').on(table.firmId, table.cardId),
    index('proposals_article').on(table.firmId, table.articleId),
  ],
)
