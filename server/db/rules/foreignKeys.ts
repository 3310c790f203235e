import pg from 'pg'

type ForeignKey = { table: string; name: string; definition: string }

const quoteName = pg.escapeIdentifier

/**
 * Runs `work` without foreign keys, since rows that are copied table by table may come before the rows they
 * refer to; adding the keys again checks all rows.
 */
export const withoutForeignKeys = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoteName(name)}`)
  await work()
  for (const { table, name, definition } of rows) {
    await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
  }
}
