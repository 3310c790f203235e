import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { distribute } from '../../server/db/distribution/distribute.ts'
import { openDatabase } from '../../server/db/connection/open.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { parseUrl, urlOf } from './database.ts'
import { seedWorld } from './world.ts'

type Node = Pick<pg.ClientConfig, 'host' | 'port'>

const run = (config: pg.ClientConfig, ...statements: string[]) =>
  withClient(config, async client => {
    for (const statement of statements) await client.query(statement)
  })

/**
 * A database of its own on the coordinator and the workers of TEST_CITUS_URL, with the tables of the product; the nodes trust
 * each other.
 */
export const citusDatabase = async () => {
  const given = parseUrl(process.env['TEST_CITUS_URL']!)
  const { rows: workers } = await withClient(given, client =>
    client.query<Node>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by 1, 2',
    ),
  )
  const name = `ta_citus_${randomBytes(6).toString('hex')}`
  const nodes: Node[] = [{ host: given.host!, port: given.port! }, ...workers]
  for (const node of nodes) {
    await run({ ...given, ...node }, `create role ${name} login`).catch(() => undefined)
    await run(
      { ...given, ...node },
      `create database ${name} owner ${name} template template0 encoding 'UTF8'`,
    )
    await run({ ...given, ...node, database: name }, 'create extension citus')
  }
  const superuser = { ...given, database: name }
  const host = pg.escapeLiteral(given.host!)
  await run(
    superuser,
    `select citus_set_coordinator_host(${host}, ${given.port})`,
    ...workers.map(node => `select citus_add_node(${pg.escapeLiteral(node.host!)}, ${node.port})`),
  )
  const connection: pg.ClientConfig = { ...given, user: name, database: name }
  await migrate(connection, { superuser })
  // As an installation does that has outgrown one server: the rows are there before they are distributed.
  const before = { ...(await openDatabase({ connection })), connection, url: urlOf(connection) }
  const world = await seedWorld({ ...before, close: before.close })
  await before.close()
  const began = performance.now()
  const distributed = await distribute(superuser, name)
  const seconds = (performance.now() - began) / 1000
  const database = await openDatabase({ connection, max: 8 })
  const close = async () => {
    await database.close()
    for (const node of nodes.toReversed())
      await run({ ...given, ...node }, `drop database if exists ${name} with (force)`)
    for (const node of nodes) await run({ ...given, ...node }, `drop role if exists ${name}`)
  }
  return {
    ...database,
    connection,
    superuser,
    url: urlOf(connection),
    close,
    /** An empty database of the same login on the coordinator, without Citus. */
    ordinary: async () => {
      await run(given, `create database ${name}_plain owner ${name} template template0 encoding 'UTF8'`)
      return {
        connection: { ...connection, database: `${name}_plain` },
        drop: () => run(given, `drop database ${name}_plain with (force)`),
      }
    },
    world,
    /** The tables that were distributed at first, and how long it took. */
    distributed,
    seconds,
    distribute: () => distribute(superuser, name),
  }
}
