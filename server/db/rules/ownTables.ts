import { getTableName } from 'drizzle-orm'

import { allTables } from '../entityTables.ts'

/**
 * The tables of this product and its extensions. Other programs may keep tables in the same database, which are neither
 * changed nor copied nor removed.
 */
export const ownTables = (): string[] => allTables().map(table => getTableName(table))
