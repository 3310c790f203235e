import type pg from 'pg'

import { keptTables } from './ownTables.ts'

/** `targets` are the tables that its foreign keys refer to, besides the table itself. */
type FirmTable = { name: string; targets: string[] }

/** Tables without a firm whose rows are the same for every firm; rows of firms refer to them. */
export const referenceTables = ['areas', 'professions'] as const

/** Tables without a firm whose rows belong to the installation and its present state. */
export const installationTables = ['counters', 'install_secrets'] as const

const TABLES = `
  select c.relname as name,
    array(select distinct target.relname::text from pg_constraint k join pg_class target on target.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as targets
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by 1`

/**
 * Every table of this product that has a `firm_id`, each before the tables that its foreign keys refer to: in
 * this order the rows of a firm can be deleted.
 */
export const firmTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<FirmTable>(TABLES, [await keptTables(client)])
  const deletionOrder: string[] = []
  let remaining = rows
  while (remaining.length > 0) {
    const unreferenced = remaining.filter(
      ({ name }) => !remaining.some(({ targets }) => targets.includes(name)),
    )
    if (unreferenced.length === 0)
      throw new Error(
        `tables refer to each other in a circle: ${remaining.map(({ name }) => name).join(', ')}`,
      )
    deletionOrder.push(...unreferenced.map(({ name }) => name))
    remaining = remaining.filter(table => !unreferenced.includes(table))
  }
  return deletionOrder
}
