import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as tables from '../tables.ts'

/**
 * The tables of this product. Other programs may keep tables in the same database, which are neither changed
 * nor copied nor removed.
 */
export const ownTables = (): string[] =>
  Object.values(tables)
    .filter(value => is(value, PgTable))
    .map(table => getTableName(table))
