import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { withClient } from './migrate.ts'

type Logins = {
  owner: pg.ClientConfig
  /** Creates the database if available; otherwise the owner does, if permitted. */
  superuser: pg.ClientConfig | undefined
}

const scratchPrefix = 'tenant_admin_check_'

/**
 * Runs `work` with an empty database on the same server, which is dropped afterwards; null if no login may create one.
 * Those of killed processes are dropped first.
 */
export const withScratchDatabase = async <T>(
  { owner, superuser }: Logins,
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T | null> => {
  const { user = 'postgres', database: ownDatabase = user } = owner
  const creator = superuser ? { ...superuser, database: ownDatabase } : owner
  return withClient(creator, async client => {
    const { rows: abandoned } = await client.query<{ name: string }>(
      `select datname as name from pg_database d where starts_with(datname, $1)
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
      [scratchPrefix],
    )
    for (const { name } of abandoned)
      // Another command may be removing it, or have just connected; what stays is tried again the next time.
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch(() => null)
    const database = `${scratchPrefix}${randomBytes(6).toString('hex')}`
    const { rows: permissions } = await client.query<{ createdb: boolean }>(
      'select rolcreatedb or rolsuper as createdb from pg_roles where rolname = current_user',
    )
    if (!permissions[0]?.createdb) return null
    await client.query(
      `create database ${database} owner ${pg.escapeIdentifier(user)} encoding 'UTF8' template template0`,
    )
    try {
      const connection = { ...owner, database }
      // Without a connection, the database would count as one that a killed process has left.
      return await withClient(connection, () => work(connection))
    } finally {
      await client.query(`drop database ${database} with (force)`)
    }
  })
}
