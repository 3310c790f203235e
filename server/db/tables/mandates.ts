import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { MandateField } from '../../../resources/cards/mandateFields.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { admins, lawyers } from './people.ts'

/**
 * A lawyer's mandate to an assistant, a member or an administrator, who maintains fields of the lawyer's cards for a term
 * (services/mandates). Whether it is in force is never stored: each call compares it with the clock and both accounts.
 */
export const mandates = pgTable(
  'mandates',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    /** The assistant: exactly one of the two. */
    memberId: idReference(),
    adminId: idReference(),
    fields: jsonb().$type<MandateField[]>().notNull(),
    startAt: timestamptz().notNull(),
    /** The first moment after the term. */
    endAt: timestamptz().notNull(),
    /** Ended before its term, and by whom. */
    endedAt: timestamptz(),
    endedByName: text(),
    createdAt: timestamptz().notNull(),
    version: integer().notNull().default(1),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'mandates_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mandates_member_fk',
      columns: [table.firmId, table.memberId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mandates_admin_fk',
      columns: [table.firmId, table.adminId],
      foreignColumns: [admins.firmId, admins.id],
    }).onDelete('cascade'),
    check('mandates_one_assistant', sql`num_nonnulls(member_id, admin_id) = 1`),
    index('mandates_lawyer').on(table.firmId, table.lawyerId, table.id),
    index('mandates_member')
      .on(table.firmId, table.memberId)
      .where(sql`member_id is not null`),
    index('mandates_admin')
      .on(table.firmId, table.adminId)
      .where(sql`admin_id is not null`),
  ],
)
