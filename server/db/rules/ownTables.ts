import { getTableName } from 'drizzle-orm'
import type pg from 'pg'

import { allTables } from '../entityTables.ts'

/**
 * The tables of this product and its extensions. Other programs may keep tables in the same database, which are neither
 * changed nor copied nor removed.
 */
export const ownTables = (): string[] => allTables().map(table => getTableName(table))

const EXTENDED = `
  select c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and exists (
    select from drizzle.extension_migrations e where starts_with(c.relname, 'x_' || e.extension || '_'))`

/** `ownTables`, and the tables of extensions that this database has and the program was started without. */
export const keptTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.extension_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return ownTables()
  const extended = await client.query<{ name: string }>(EXTENDED)
  return [...new Set([...ownTables(), ...extended.rows.map(({ name }) => name)])]
}
