import type pg from 'pg'

import { distributedTables } from './distributed.ts'

/** The table that a statement creates or alters. */
const TARGET =
  /^(?:\s|--.*\n)*(?:create|alter) table (?:if (?:not )?exists )?(?:only )?(?:"?public"?\.)?"?(\w+)/i

/** Milliseconds that a change waits for a table on another server, as on this one. */
const LOCK_MS = 3_000

/**
 * Begins a transaction that changes the schema, and returns what sends its statements, one a message. Citus passes them on
 * to all servers, except those on a new table: it is on this one alone until it is distributed, and Citus would refuse its
 * foreign keys to the others.
 */
export const beginSchemaChange = async (
  client: pg.ClientBase,
): Promise<(statement: string) => Promise<void>> => {
  const distributed = await distributedTables(client)
  await client.query('begin')
  if (!distributed) return async statement => void (await client.query(statement))
  await client.query(`set local lock_timeout = ${LOCK_MS}`)
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  return async statement => {
    const table = TARGET.exec(statement)?.[1]
    const isLocal = table !== undefined && !distributed.has(table)
    await client.query(`set local citus.enable_ddl_propagation = ${isLocal ? 'off' : 'on'}`)
    await client.query(statement)
  }
}
