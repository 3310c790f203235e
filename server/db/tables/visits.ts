import { date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { VisitKind } from '../../../resources/cards/visits.ts'
import { cards } from './cards.ts'
import { firmIdColumn, idReference, timestamptz } from './columns.ts'

/** How often a public card was opened, saved or called from, by day in the firm's time zone. */
export const cardVisits = pgTable(
  'card_visits',
  {
    firmId: firmIdColumn(),
    cardId: idReference().notNull(),
    day: date().notNull(),
    kind: text().$type<VisitKind>().notNull(),
    count: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.cardId, table.day, table.kind] }),
    foreignKey({
      name: 'card_visits_card_fk',
      columns: [table.firmId, table.cardId],
      foreignColumns: [cards.firmId, cards.id],
    }).onDelete('cascade'),
    index('card_visits_day').on(table.firmId, table.day),
  ],
)

/**
 * Visitors who were counted in the last half an hour and are not counted again until then. A visitor is a hash that nobody
 * can compute any more once the salt of its day is deleted; no address is stored.
 */
export const visitMarks = pgTable(
  'visit_marks',
  {
    firmId: firmIdColumn(),
    visitor: text().notNull(),
    cardId: idReference().notNull(),
    kind: text().$type<VisitKind>().notNull(),
    until: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.visitor, table.cardId, table.kind] }),
    index('visit_marks_until').on(table.firmId, table.until),
  ],
)

/** The salt of the hashes of a day, deleted when the day is over; `backup` leaves it out. */
export const visitSalts = pgTable(
  'visit_salts',
  {
    firmId: firmIdColumn(),
    day: date().notNull(),
    salt: text().notNull(),
  },
  table => [primaryKey({ columns: [table.firmId, table.day] })],
)
