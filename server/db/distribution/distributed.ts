import type pg from 'pg'

// Where firms outgrow one PostgreSQL, Citus spreads their tables over several servers by the firm.

/** The tables that are spread over several servers, or copied to each of them; null on an ordinary PostgreSQL. */
export const distributedTables = async (client: pg.ClientBase): Promise<Set<string> | null> => {
  const { rows: catalog } = await client.query<{ isThere: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`,
  )
  if (!catalog[0]!.isThere) return null
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
      where c.relnamespace = 'public'::regnamespace`,
  )
  return rows.length === 0 ? null : new Set(rows.map(({ name }) => name))
}

export const isDistributed = async (client: pg.ClientBase): Promise<boolean> =>
  (await distributedTables(client)) !== null

/** Those of these tables that a release or an extension has added since the others were distributed. */
export const undistributedTables = async (
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<string[]> => {
  const distributed = await distributedTables(client)
  return distributed ? tables.filter(name => !distributed.has(name)) : []
}

/** Refuses tables that are not distributed, which statements could not join with the others. */
export const refuseUndistributed = async (
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<void> => {
  const local = await undistributedTables(client, tables)
  if (local.length > 0)
    throw new Error(
      `这些数据表还没有分布到各工作节点：${local.join('、')}；请停止所有进程，再运行 npm run cli -- distribute (these tables are not distributed yet: stop all processes and run distribute)`,
    )
}

const SETTING = 'citus.propagate_set_commands'

/**
 * Reads every server on one connection in this transaction, so that the rows of a firm are of one moment. Refuses a
 * connection that would not tell the servers whose rows the transaction may see: they would show none of them, without
 * an error.
 */
export const readAsOneConnection = async (client: pg.ClientBase): Promise<void> => {
  if (!(await isDistributed(client))) return
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [SETTING])
  if (rows[0]!.value !== 'local')
    throw new Error(
      `${SETTING} 应为 local，否则工作节点看不到任何一行：请运行 npm run cli -- distribute (it must be local, or the workers would show no rows: run distribute)`,
    )
  await client.query('set local citus.max_adaptive_executor_pool_size = 1')
}
