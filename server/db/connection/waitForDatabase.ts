import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { isDatabaseDown } from './connectionErrors.ts'
import { startEmbedded, useEmbedded } from '../embedded/embedded.ts'
import { refuseEmptyFolder } from '../embedded/embeddedCluster.ts'
import { withClient } from '../migrate.ts'
import { requireDirectConnection, requirePreparedStatements } from './directConnection.ts'
import { requirePrimary } from './primary.ts'
import { connectionBy } from './severalServers.ts'

type ReadyDatabase = {
  /** The connection with the server's role. */
  connection: pg.PoolConfig
  /** The connection that calls use, which may lead through a pooler. */
  pooled: pg.PoolConfig
  /** A streaming replica, which may be unreachable. */
  replica?: pg.ClientConfig
  /** The connection of the role that owns the tables; the server's role where no other is configured. */
  owner: pg.ClientConfig
  /** The superuser of the embedded database; absent for an external one. */
  superuser?: pg.ClientConfig
  stop: () => Promise<void>
}

const PATIENCE_MS = 60_000

const isUnreachable = (error: unknown): boolean =>
  isDatabaseDown(error) || (error instanceof Error && 'syscall' in error) || error instanceof AggregateError

type Role = 'server' | 'command' | 'reader'

/**
 * When a machine starts, the database may come up after this server, or still be a standby. A command that only reads may
 * read from one.
 */
const waitForConnection = async (connection: pg.ClientConfig, role: Role, log: Log): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
    try {
      await withClient(connection, async client => {
        if (role !== 'reader') await requirePrimary(client)
        await requireUtf8(client)
      })
      return
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > end) throw error
      log.warn({ err: error }, 'waiting for the database')
    }
  }
}

/** In SQL_ASCII, PostgreSQL neither checks texts nor counts their characters; most other encodings lack some. */
const requireUtf8 = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]!.server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `数据库的编码是 ${encoding}，而本产品需要 UTF8：请用 create database … encoding 'UTF8' template template0 新建一个数据库；the database has the encoding ${encoding}: create one with encoding 'UTF8' template template0`,
  )
}

/**
 * Connects to the database of DATABASE_URL, or to the embedded one: the server starts and supervises it, a
 * command only uses it.
 */
export const waitForDatabase = async (
  {
    databaseUrl,
    directDatabaseUrl,
    databaseOwnerUrl,
    databaseReplicaUrl,
    dataDir,
    isPreparing,
  }: ServerConfig,
  log: Log,
  role: Role,
): Promise<ReadyDatabase> => {
  if (!databaseUrl) {
    if (role === 'reader') await refuseEmptyFolder(dataDir)
    const embedded = await (role === 'server' ? startEmbedded : useEmbedded)({ dataDir, log })
    const { server, connection: owner, superuser, stop } = embedded
    return { connection: server, pooled: server, owner, superuser, stop }
  }
  const pooled = connectionBy(databaseUrl)
  const connection = directDatabaseUrl ? connectionBy(directDatabaseUrl) : pooled
  const owner = databaseOwnerUrl ? connectionBy(databaseOwnerUrl) : connection
  await waitForConnection(owner, role, log)
  await requireDirectConnection(directDatabaseUrl ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL', connection)
  if (databaseOwnerUrl) await requireDirectConnection('DATABASE_OWNER_URL', owner)
  if (directDatabaseUrl && isPreparing && role === 'server') await requirePreparedStatements(pooled)
  const replica = databaseReplicaUrl ? { replica: parseIntoClientConfig(databaseReplicaUrl) } : {}
  return { connection, pooled, owner, ...replica, stop: () => Promise.resolve() }
}
