import { date, pgTable, text } from 'drizzle-orm/pg-core'

import { auditColumns, firm, idColumn } from '../../server/db/tables/columns.ts'

export const holidaysTable = pgTable('holidays', {
  id: idColumn(),
  firmId: firm(),
  name: text().notNull(),
  startOn: date().notNull(),
  note: text(),
  ...auditColumns(),
})
