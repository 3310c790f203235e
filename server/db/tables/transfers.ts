import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { firmIdColumn, idColumn, timestamptz, idReference, auditColumns } from './columns.ts'
import { offices } from './firms.ts'
import { lawyers } from './people.ts'

/** A branch asks for somebody to go to another office; the main office decides. */
export const transferRequests = pgTable(
  'transfer_requests',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    lawyerId: idReference().notNull(),
    lawyerName: text().notNull(),
    /** The office that asks. */
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
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    uniqueIndex('transfer_requests_open')
      .on(it.firmId, it.lawyerId)
      .where(sql`status = 0`),
    foreignKey({
      name: 'transfer_requests_lawyer_fk',
      columns: [it.firmId, it.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'transfer_requests_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    foreignKey({
      name: 'transfer_requests_to_fk',
      columns: [it.firmId, it.toId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('transfer_requests_lawyer').on(it.firmId, it.lawyerId),
    index('transfer_requests_time').on(it.firmId, it.createdAt.desc(), it.id),
    index('transfer_requests_undecided')
      .on(it.firmId)
      .where(sql`status = 0`),
  ],
)
