import type pg from 'pg'

import { isDistributed } from './distributed.ts'

/** A server of a distributed database that holds rows. */
export type Worker = {
  /** Its host and port. */
  address: string
  isActive: boolean
  /** The shards of the table of firms there; the other tables of a firm are beside it. */
  shards: number
  /** The numbers of the firms there. */
  firms: number[]
}

const WORKERS = `
  select n.nodename || ':' || n.nodeport as address, n.isactive as "isActive",
    count(distinct s.shardid)::int as shards,
    coalesce(array_agg(f.id order by f.id) filter (where f.id is not null), '{}') as firms
  from pg_dist_node n
  left join (pg_dist_placement p join pg_dist_shard s on s.shardid = p.shardid and s.logicalrelid = 'public.firms'::regclass)
    on p.groupid = n.groupid
  left join (select id, get_shard_id_for_distribution_column('public.firms', id) as shardid from unnest($1::int[]) as id) f
    on f.shardid = s.shardid
  where n.groupid <> 0 group by n.nodename, n.nodeport, n.isactive order by 1`

/** The workers with their firms, in a transaction that may read every firm; none on an ordinary PostgreSQL. */
export const workersOf = async (client: pg.ClientBase): Promise<Worker[]> => {
  if (!(await isDistributed(client))) return []
  const { rows: firms } = await client.query<{ id: number }>('select firm_id as id from firms')
  const { rows } = await client.query<Worker>(WORKERS, [firms.map(({ id }) => id)])
  return rows
}
