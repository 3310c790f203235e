import type pg from 'pg'
import { ownTables } from './ownTables.ts'

/**
 * Characters, pairs and threes of them: pairs find a Chinese name by an index, threes the digits of a number among a
 * million of them. The cost tells the planner to try the cheap LIKE first where it reads rows one by one.
 */
const PARTS = `
  create or replace function search_parts(value text) returns text[]
    language sql immutable strict parallel safe cost 1000 as $$
      select chars || array(select a || b from unnest(chars, chars[2:]) as pair(a, b) where b is not null)
        || array(select a || b || c from unnest(chars, chars[2:], chars[3:]) as three(a, b, c) where c is not null)
      from string_to_array(value, null) as chars
    $$`

const TABLES = `
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'search' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
    and not exists (select from pg_indexes i where i.schemaname = 'public'
      and i.indexname = c.relname || '_search' and i.indexdef like '%search_parts(%')`

/** Each table with a `search` column gets the index that the search box uses. */
export const indexSearch = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(TABLES, [ownTables()])
  if (rows.length === 0) return
  await client.query(PARTS)
  for (const { name } of rows)
    await client.query(`begin;
      drop index if exists "${name}_search";
      create index "${name}_search" on "${name}" using gin (search_parts(search));
      commit`)
  await client.query('drop function if exists search_grams(text)')
}
