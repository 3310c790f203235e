import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { firmIdColumn, idColumn, timestamptz, idReference, auditColumns } from './columns.ts'
import { offices } from './firms.ts'
import { lawyers } from './people.ts'

/** A branch office requests the transfer of a person to another office; the main office decides. */
export const transferRequests = pgTable(
  'transfer_requests',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    lawyerName: text().notNull(),
    /** The office that requests the transfer. */
    organizationId: idReference().notNull(),
    toId: idReference().notNull(),
    reason: text().notNull(),
    /** 0 待处理, 1 已同意, 2 已驳回, 3 已撤回. */
    status: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    decidedAt: timestamptz(),
    decidedByName: text(),
    decisionReason: text(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('transfer_requests_open')
      .on(table.firmId, table.lawyerId)
      .where(sql`status = 0`),
    foreignKey({
      name: 'transfer_requests_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'transfer_requests_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    foreignKey({
      name: 'transfer_requests_to_fk',
      columns: [table.firmId, table.toId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('transfer_requests_lawyer').on(table.firmId, table.lawyerId),
    index('transfer_requests_time').on(table.firmId, table.createdAt.desc(), table.id),
    index('transfer_requests_undecided')
      .on(table.firmId)
      .where(sql`status = 0`),
  ],
)
