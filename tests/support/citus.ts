import { randomBytes } from 'node:crypto'

import type pg from 'pg'

import { distribute } from '../../server/db/distribution/distribute.ts'
import { openDatabase } from '../../server/db/connection/open.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { citusNodes, createDistributed, createLogin, dropDistributed, dropLogin } from './citusNodes.ts'
import { parseUrl, urlOf } from './database.ts'
import { seedWorld } from './world.ts'

/**
 * A database of its own on the coordinator and the workers of TEST_CITUS_URL, with the tables of the product; the nodes trust
 * each other. `fill` adds rows before they are distributed.
 */
export const citusDatabase = async (fill?: (url: string) => Promise<unknown>) => {
  const given = parseUrl(process.env['TEST_CITUS_URL']!)
  const nodes = await citusNodes(given)
  const name = `ta_citus_${randomBytes(6).toString('hex')}`
  await createLogin(nodes, name)
  await createDistributed(nodes, name, name)
  const superuser = { ...given, database: name }
  const ask = async (statement: string) => void (await withClient(given, client => client.query(statement)))
  const connection: pg.ClientConfig = { ...given, user: name, database: name }
  await migrate(connection, { superuser })
  // As an installation does that has outgrown one server: the rows are there before they are distributed.
  const before = { ...(await openDatabase({ connection })), connection, url: urlOf(connection) }
  const world = await seedWorld({ ...before, close: before.close })
  await before.close()
  await fill?.(before.url)
  const began = performance.now()
  const distributed = await distribute(superuser, name)
  const seconds = (performance.now() - began) / 1000
  const database = await openDatabase({ connection, max: 8 })
  const close = async () => {
    await database.close()
    await dropDistributed(nodes, name)
    await dropLogin(nodes, name)
  }
  return {
    ...database,
    connection,
    superuser,
    /** The coordinator's and the workers'. */
    addresses: nodes.addresses,
    url: urlOf(connection),
    close,
    /** An empty database of the same login on the coordinator, without Citus. */
    ordinary: async () => {
      await ask(`create database ${name}_plain owner ${name} template template0 encoding 'UTF8'`)
      return {
        connection: { ...connection, database: `${name}_plain` },
        drop: () => ask(`drop database ${name}_plain with (force)`),
      }
    },
    world,
    /** The tables that were distributed at first, and how long it took. */
    distributed,
    seconds,
    distribute: () => distribute(superuser, name),
  }
}
