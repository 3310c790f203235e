import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Text<C extends PgColumn> = C['_']['notNull'] extends true ? string : string | null

/** A moment as the wire has it. */
export const iso = <C extends PgColumn>(column: C): SQL<Text<C>> =>
  sql<Text<C>>`${column}`.mapWith((text: string) => new Date(text).toISOString())

type Moment = PgColumn & { _: { notNull: true } }

type Audited = {
  createdAt: Moment
  createdByName: PgColumn
  updatedAt: Moment
  updatedByName: PgColumn
  version: PgColumn
}

/** Who made and last changed a row, by name, as every record answers it. */
export const auditColumns = (table: Audited) => ({
  createdAt: iso(table.createdAt),
  createdBy: sql<string | null>`${table.createdByName}`,
  updatedAt: iso(table.updatedAt),
  updatedBy: sql<string | null>`${table.updatedByName}`,
  version: sql<number>`${table.version}`,
})
