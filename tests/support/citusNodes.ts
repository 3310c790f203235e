import pg from 'pg'

import { withClient } from '../../server/db/migrate.ts'
import { whyNoCitus } from './whyNoCitus.ts'

type Address = Pick<pg.ClientConfig, 'host' | 'port'>

/** A superuser at the coordinator, and the addresses of the coordinator and of its workers. */
export type CitusNodes = { superuser: pg.ClientConfig; addresses: Address[] }

/** Runs these statements one by one, without Citus passing them on to the other nodes. */
const run = (config: pg.ClientConfig, ...statements: string[]) =>
  withClient(config, async client => {
    await client.query('set citus.enable_ddl_propagation = off')
    for (const statement of statements) await client.query(statement)
  })

const onEach = async (
  { superuser, addresses }: CitusNodes,
  work: (node: pg.ClientConfig) => Promise<void>,
) => {
  for (const address of addresses) await work({ ...superuser, ...address })
}

/** The nodes of the coordinator to which this superuser connects; they trust each other. */
export const citusNodes = async (superuser: pg.ClientConfig): Promise<CitusNodes> => {
  const reason = whyNoCitus()
  if (reason) throw new Error(reason)
  const { rows } = await withClient(superuser, client =>
    client.query<Address>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by 1, 2',
    ),
  )
  return { superuser, addresses: [{ host: superuser.host!, port: superuser.port! }, ...rows] }
}

export const createLogin = (nodes: CitusNodes, name: string, password?: string) =>
  onEach(nodes, node =>
    run(node, `create role ${name} login ${password === undefined ? '' : `password '${password}'`}`),
  )

export const dropLogin = (nodes: CitusNodes, name: string) =>
  onEach(nodes, node => run(node, `drop role if exists ${name}`))

/** Creates a database with Citus and without tables on every node. */
export const createDistributed = async (nodes: CitusNodes, name: string, owner: string) => {
  await onEach(nodes, async node => {
    await run(node, `create database ${name} owner ${owner} template template0 encoding 'UTF8'`)
    await run({ ...node, database: name }, 'create extension citus')
  })
  const [{ host, port }, ...workers] = nodes.addresses as [Address, ...Address[]]
  await run(
    { ...nodes.superuser, database: name },
    `select citus_set_coordinator_host(${pg.escapeLiteral(host!)}, ${port})`,
    ...workers.map(node => `select citus_add_node(${pg.escapeLiteral(node.host!)}, ${node.port})`),
  )
}

/** Keeps everybody out of a database, the daemon of Citus too, so that it can be copied. */
export const closeDistributed = (nodes: CitusNodes, name: string) =>
  onEach(nodes, async node => {
    await run(node, `alter database ${name} allow_connections false`)
    await withClient(node, client =>
      client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
        name,
      ]),
    )
  })

/**
 * Copies a closed database on every node. What Citus knows of tables and shards is in the databases; settings of a database
 * are not copied with it.
 */
export const copyDistributed = (nodes: CitusNodes, template: string, name: string, owner: string) =>
  onEach(nodes, async node => {
    const settings = await withClient(node, client =>
      client.query<{ setting: string }>(
        `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
          where d.datname = $1 and setrole = 0`,
        [template],
      ),
    )
    await run(
      node,
      `create database ${name} template ${template} owner ${owner} strategy file_copy`,
      ...settings.rows.map(({ setting }) => `alter database ${name} set ${setting.replace('=', ' = ')}`),
    )
  })

/** The coordinator's first, which holds connections to the others. */
export const dropDistributed = (nodes: CitusNodes, name: string) =>
  onEach(nodes, node => run(node, `drop database if exists ${name} with (force)`))
