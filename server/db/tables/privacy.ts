import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { Population } from '../../../resources/domain/role.ts'
import { auditColumns, firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { offices } from './firms.ts'

/** The register of 个人信息请求. When the person is purged, the row stays without the person and the texts. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    /** Null once the person is purged. */
    userId: idReference(),
    name: text().notNull(),
    /** The office in which the person was when asking. */
    organizationId: idReference().notNull(),
    /** 1 更正, 2 删除. */
    kind: integer().$type<1 | 2>().notNull(),
    content: text().notNull(),
    /** 0 待处理, 1 已完成, 2 已拒绝. */
    status: integer().$type<0 | 1 | 2>().notNull().default(0),
    dueAt: timestamptz().notNull(),
    /** When those who may answer were reminded of the deadline. */
    remindedAt: timestamptz(),
    response: text(),
    answeredAt: timestamptz(),
    answeredByName: text(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'privacy_requests_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    uniqueIndex('privacy_requests_open')
      .on(table.firmId, table.population, table.userId, table.kind)
      .where(sql`status = 0`),
    index('privacy_requests_due').on(table.firmId, sql`(status = 0) desc`, table.dueAt, table.id),
    index('privacy_requests_person').on(table.firmId, table.population, table.userId),
    index('privacy_requests_unreminded')
      .on(table.firmId, table.dueAt)
      .where(sql`status = 0 and reminded_at is null`),
  ],
)
