import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { cards } from './cards.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { admins } from './people.ts'

/** A question of a reviewer about a waiting card, and the lawyer's answer. */
export const cardQuestions = pgTable(
  'card_questions',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    cardId: idReference().notNull(),
    /** The card's `submittedAt`: the question is closed once the card has been decided, withdrawn or submitted anew. */
    submittedAt: timestamptz(),
    /** The field of the content that the question is about. */
    field: text(),
    question: text().notNull(),
    askedById: idReference().notNull(),
    askedByName: text().notNull(),
    askedAt: timestamptz().notNull(),
    answer: text(),
    answeredAt: timestamptz(),
    /** Who answered: the owner, or an assistant in the owner's place. */
    answeredByName: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'card_questions_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
    index('card_questions_card').on(table.firmId, table.cardId, table.id),
  ],
)

/** The reviewer to whom a card is assigned, until something of it is published. */
export const cardAssignments = pgTable(
  'card_assignments',
  {
    firmId: firmIdColumn(),
    cardId: idReference().notNull(),
    adminId: idReference().notNull(),
    assignedAt: timestamptz().notNull(),
    assignedByName: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.cardId] }),
    foreignKey({
      name: 'card_assignments_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'card_assignments_admin_fk',
      columns: [table.firmId, table.adminId],
      foreignColumns: [admins.firmId, admins.id],
    }).onDelete('cascade'),
    index('card_assignments_admin').on(table.firmId, table.adminId),
  ],
)

/** A period in which one administrator reviews cards in place of another (services/directory/substitutes.ts). */
export const reviewSubstitutes = pgTable(
  'review_substitutes',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    reviewerId: idReference().notNull(),
    substituteId: idReference().notNull(),
    startAt: timestamptz().notNull(),
    /** The first moment after the period; an earlier end replaces it. */
    endAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    /** When both people were notified of the start. */
    notifiedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'review_substitutes_reviewer_fk',
      columns: [table.firmId, table.reviewerId],
      foreignColumns: [admins.firmId, admins.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'review_substitutes_substitute_fk',
      columns: [table.firmId, table.substituteId],
      foreignColumns: [admins.firmId, admins.id],
    }).onDelete('cascade'),
    index('review_substitutes_reviewer').on(table.firmId, table.reviewerId),
    // Read by every call of an administrator, together with the session.
    index('review_substitutes_substitute').on(table.firmId, table.substituteId, table.endAt),
    index('review_substitutes_start')
      .on(table.firmId, table.startAt)
      .where(sql`notified_at is null`),
  ],
)
