import pg from 'pg'

type Index = { name: string; definition: string }

/** Those of partitions belong to the one of the whole table. */
const INDEXES = `
  select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where not i.indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace and t.relname = any($1)`

/** Indexes that are made of all rows at once cost a fraction of what adding each row to them does. */
export const withoutIndexes = async (
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await client.query<Index>(INDEXES, [tables])
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  // PostgreSQL describes that of a partitioned table without those of its partitions.
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
}
