import pg from 'pg'

type ForeignKey = { table: string; name: string; definition: string }

const quote = pg.escapeIdentifier

/** Rows come table by table, so a reference may come before its target; all are checked again at the end. */
export const withoutForeignKeys = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  await work()
  for (const { table, name, definition } of rows) {
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
  }
}
