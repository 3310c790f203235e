import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { auditColumns, firmIdColumn, idColumn, idReference } from './columns.ts'
import { offices } from './firms.ts'

/** Filters, order, columns and density of a list, as the client applies them. */
type Content = {
  filter: Record<string, unknown>
  sort: { field: string; order: 'ASC' | 'DESC' }
  perPage: number
  columns: { order: string[]; hidden: string[] }
  density: 'comfortable' | 'compact'
}

/** Views of lists that are shared with an office; without an office, with the whole firm. */
export const sharedViews = pgTable(
  'shared_views',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    resource: text().notNull(),
    organizationId: idReference(),
    name: text().notNull(),
    content: jsonb().$type<Content>().notNull(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'shared_views_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    uniqueIndex('shared_views_name').on(
      table.firmId,
      table.resource,
      sql`coalesce(organization_id, 0)`,
      table.name,
    ),
    index('shared_views_office').on(table.firmId, table.organizationId),
  ],
)
