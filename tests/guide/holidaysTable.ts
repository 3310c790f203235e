import { date, pgTable, text } from 'drizzle-orm/pg-core'

import { auditColumns, firmIdColumn, idColumn } from '../../server/db/tables/columns.ts'

export const holidaysTable = pgTable('holidays', {
  id: idColumn(),
  firmId: firmIdColumn(),
  name: text().notNull(),
  startOn: date().notNull(),
  note: text(),
  ...auditColumns(),
})
