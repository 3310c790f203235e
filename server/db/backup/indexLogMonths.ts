import type pg from 'pg'

import { searchPartsFunction } from '../lists/search.ts'
import { withClient } from '../migrate.ts'

/** Connections that index partitions at the same time. */
const indexers = 2

/**
 * Indexes the partitions of the log, which a restore has just filled, several at a time: the index of the whole log, which `indexSearch`
 * makes, takes them over. Words cost most of what a restore takes, and PostgreSQL indexes the partitions of a table one by one.
 */
export const indexLogMonths = async (client: pg.ClientBase, connection: pg.ClientConfig): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'public.logs'::regclass`,
  )
  if (rows.length === 0) return
  await client.query(searchPartsFunction)
  const waiting = rows.map(({ name }) => name)
  const work = () =>
    withClient(connection, async other => {
      for (let name = waiting.pop(); name; name = waiting.pop())
        await other.query(`create index on ${name} using gin (search_parts(search))`)
    })
  await Promise.all(Array.from({ length: Math.min(indexers, rows.length) }, work))
}
