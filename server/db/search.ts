import type pg from 'pg'

/**
 * Characters and pairs of characters: what finds two Chinese characters by an index, where trigrams need three. The
 * cost tells the planner to try the cheap LIKE first where it reads rows one by one.
 */
const GRAMS = `
  create or replace function search_grams(value text) returns text[]
    language sql immutable strict parallel safe cost 1000 as $$
      select string_to_array(value, null) || array(
        select a || b from unnest(string_to_array(value, null), (string_to_array(value, null))[2:]) as pair(a, b)
        where b is not null)
    $$`

const TABLES = `
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'search' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and to_regclass('public.' || c.relname || '_search') is null`

/** Each table with a `search` column gets the index that the search box uses. */
export const indexSearch = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(TABLES)
  if (rows.length === 0) return
  await client.query(GRAMS)
  for (const { name } of rows)
    await client.query(`create index "${name}_search" on "${name}" using gin (search_grams(search))`)
}
