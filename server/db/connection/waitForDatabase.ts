import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { isDatabaseDown } from './connectionErrors.ts'
import { startEmbedded, useEmbedded } from '../embedded/embedded.ts'
import { refuseEmptyFolder } from '../embedded/embeddedCluster.ts'
import { withClient } from '../migrate.ts'
import { requireDirectConnection } from './directConnection.ts'
import { connectionBy } from './severalServers.ts'

type ReadyDatabase = {
  /** The server's login. */
  connection: pg.ClientConfig
  /** The connection that calls use, which may lead through a pooler. */
  pooled: pg.ClientConfig
  /** A streaming replica, which may be away. */
  replica?: pg.ClientConfig
  /** Owns the tables; the server's login itself where no other was given. */
  owner: pg.ClientConfig
  /** The embedded database's; a given one keeps its superuser to itself. */
  superuser?: pg.ClientConfig
  stop: () => Promise<void>
}

const PATIENCE_MS = 60_000

const isUnreachable = (error: unknown): boolean =>
  isDatabaseDown(error) || (error instanceof Error && 'syscall' in error) || error instanceof AggregateError

/** At a machine's start the database may come up after this server. */
const waitFor = async (connection: pg.ClientConfig, log: Log): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
    try {
      await withClient(connection, client => client.query('select 1'))
      return
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > end) throw error
      log.warn({ err: error }, 'waiting for the database')
    }
  }
}

/** The database of DATABASE_URL, or the embedded one: supervised by the server, only used by a command. */
export const waitForDatabase = async (
  { databaseUrl, directDatabaseUrl, databaseOwnerUrl, databaseReplicaUrl, dataDir }: ServerConfig,
  log: Log,
  role: 'server' | 'command' | 'reader',
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
  await waitFor(owner, log)
  await requireDirectConnection(directDatabaseUrl ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL', connection)
  if (databaseOwnerUrl) await requireDirectConnection('DATABASE_OWNER_URL', owner)
  const replica = databaseReplicaUrl ? { replica: parseIntoClientConfig(databaseReplicaUrl) } : {}
  return { connection, pooled, owner, ...replica, stop: () => Promise.resolve() }
}
