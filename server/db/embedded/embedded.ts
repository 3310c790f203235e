import type { ChildProcess } from 'node:child_process'
import { chown, mkdir, mkdtemp, realpath, rm, stat, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '../../process/log.ts'
import type { Log } from '../../process/log.ts'
import { findBinaries } from './embeddedBinaries.ts'
import type { Identity } from './embeddedBinaries.ts'
import { identityFor, prepareCluster, readCluster } from './embeddedCluster.ts'
import type { Cluster } from './embeddedCluster.ts'
import { FolderInUse, lockFolder } from './embeddedLock.ts'
import {
  DamagedCluster,
  launchPostgres,
  livingPostmaster,
  readPostmaster,
  removeOrphan,
  stopChild,
} from './embeddedProcess.ts'
import type { Endpoint, Launch } from './embeddedProcess.ts'

export type Embedded = {
  /**
   * The role that owns and migrates the tables. It is no superuser, so that row-level security applies to it.
   */
  connection: pg.PoolConfig
  /** The server's role. It owns nothing, and so cannot lift the rules that protect the log. */
  server: pg.PoolConfig
  superuser: pg.PoolConfig
  /** The process id of the database; undefined while it is down. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  /** false only where data may be lost: tests. */
  fsync?: boolean
  log?: Log
}

const ROLE = 'tenant_admin'
const SERVER_ROLE = 'tenant_admin_server'
const SOCKET_PREFIX = 'tenant-admin-'
const MAX_LOG_BYTES = 20_000_000
const BACK_OFF_MS = { first: 100, most: 5_000 }
const START_TRIES = 5

/**
 * Shared buffers: an eighth of the memory that the process may use, within bounds. The operating system
 * allocates only the part that is used.
 */
const cacheMb = (): number => {
  const available = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(512, Math.max(64, available / 8 / 1024 ** 2)))
}

const settingsFor = (endpoint: Endpoint, fsync: boolean): Record<string, string> => ({
  listen_addresses: endpoint.socketFolder ? '' : '127.0.0.1',
  unix_socket_directories: endpoint.socketFolder ?? '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: `${cacheMb()}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  // Without replicas less WAL is written, and a restore or a migration writes none for tables that it
  // creates.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  huge_pages: 'off',
  log_min_messages: 'warning',
  // Statements contain what people typed, so they are not logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Tests run several servers and their own connections on one cluster.
  ...(!fsync && {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }),
})

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      if (typeof address !== 'object' || !address) return reject(new Error('no free port'))
      probe.close(() => resolve(address.port))
    })
  })

/** A socket's path is limited to 107 characters, so it is not in the data folder, whose path may be long. */
const openEndpoint = async ({ uid, gid }: Identity): Promise<Endpoint> => {
  if (process.platform === 'win32')
    return { host: '127.0.0.1', port: await freePort(), socketFolder: undefined }
  const folder = await mkdtemp(join(tmpdir().length < 60 ? tmpdir() : '/tmp', SOCKET_PREFIX))
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return { host: folder, port: 5432, socketFolder: folder }
}

const removeSocketFolder = async (folder: string | undefined): Promise<void> => {
  if (folder && basename(folder).startsWith(SOCKET_PREFIX)) await rm(folder, { recursive: true, force: true })
}

const loginTo = (endpoint: Pick<Endpoint, 'host' | 'port'>, password: string) => ({
  connection: { host: endpoint.host, port: endpoint.port, user: ROLE, password, database: ROLE },
  server: { host: endpoint.host, port: endpoint.port, user: SERVER_ROLE, password, database: ROLE },
  superuser: { host: endpoint.host, port: endpoint.port, user: 'postgres', password, database: 'postgres' },
})

const withConnection = async (
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const ensureDatabase = async (superuser: pg.ClientConfig, password: string): Promise<void> => {
  await withConnection(superuser, async client => {
    for (const role of [ROLE, SERVER_ROLE]) {
      const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [role])
      if (roles.length === 0) await client.query(`create role ${role} login password '${password}'`)
    }
    const { rows } = await client.query('select from pg_database where datname = $1', [ROLE])
    if (rows.length === 0) await client.query(`create database ${ROLE} owner ${ROLE}`)
  })
}

type Running = { child: ChildProcess; isStopping: boolean }

const launchWithRetries = async (start: Launch, log: Log): Promise<ChildProcess> => {
  // The sessions of a killed server need a moment to notice; until then a new server is refused.
  for (let attempt = 1, delayMs = BACK_OFF_MS.first; ; attempt += 1, delayMs *= 2) {
    try {
      await removeOrphan(start.cluster.folder)
      return await launchPostgres(start)
    } catch (error) {
      if (attempt === START_TRIES || error instanceof DamagedCluster) throw error
      log.warn({ err: error, tries: attempt }, 'the database did not start; trying again')
      await delay(delayMs)
    }
  }
}

const restartWhenEnded = (running: Running, start: Launch, log: Log): void => {
  const startAgain = async (): Promise<void> => {
    for (
      let delayMs = BACK_OFF_MS.first;
      !running.isStopping;
      delayMs = Math.min(delayMs * 2, BACK_OFF_MS.most)
    ) {
      await delay(delayMs)
      try {
        await removeOrphan(start.cluster.folder)
        running.child = await launchPostgres(start)
        if (running.isStopping) return await stopChild(running.child)
        log.info('the database is available again')
        return watch()
      } catch (error) {
        log.error({ err: error }, 'the database did not start; trying again')
      }
    }
  }
  const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (running.isStopping) return
    log.error({ code, signal }, 'the database stopped unexpectedly; starting it again')
    void startAgain()
  }
  const watch = (): void => {
    const { exitCode, signalCode } = running.child
    if (exitCode === null && signalCode === null) running.child.once('exit', onEnd)
    else onEnd(exitCode, signalCode)
  }
  watch()
}

const truncateLargeLog = async ({ logFile }: Cluster): Promise<void> => {
  const size = await stat(logFile).then(
    postmaster => postmaster.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await truncate(logFile)
}

/**
 * Starts the PostgreSQL of the data folder and supervises it; throws FolderInUse when another process does.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { fsync = true, log = createLog('silent') } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = lockFolder(dataDir)
  let endpoint: Endpoint | undefined
  try {
    const identity = await identityFor(dataDir)
    const binaries = await findBinaries(identity)
    const cluster = await prepareCluster(dataDir, binaries, identity)
    await truncateLargeLog(cluster)
    await removeSocketFolder((await readPostmaster(cluster.folder))?.socketFolder)
    endpoint = await openEndpoint(identity)
    const start = { cluster, binaries, identity, endpoint, settings: settingsFor(endpoint, fsync) }
    const running: Running = { child: await launchWithRetries(start, log), isStopping: false }
    const kill = (): void => void running.child.kill('SIGINT')
    process.on('exit', kill)
    const stop = async (): Promise<void> => {
      running.isStopping = true
      process.off('exit', kill)
      await stopChild(running.child)
      await removeSocketFolder(endpoint?.socketFolder)
      lock.release()
    }
    const login = loginTo(endpoint, cluster.password)
    try {
      await ensureDatabase(login.superuser, cluster.password)
    } catch (error) {
      await stop()
      throw error
    }
    restartWhenEnded(running, start, log)
    const pid = (): number | undefined => (running.child.exitCode === null ? running.child.pid : undefined)
    return { ...login, pid, stop }
  } catch (error) {
    await removeSocketFolder(endpoint?.socketFolder)
    lock.release()
    throw error
  }
}

const connectToRunning = async (dataDir: string): Promise<Embedded> => {
  const { folder, password } = await readCluster(dataDir)
  const postmaster = await livingPostmaster(folder)
  if (!postmaster) throw new FolderInUse('another process is starting or stopping the database: try again')
  const login = loginTo({ host: postmaster.socketFolder || '127.0.0.1', port: postmaster.port }, password)
  return { ...login, pid: () => postmaster.pid, stop: () => Promise.resolve() }
}

/** For a command: uses the running server's database, or starts its own. */
export const useEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return connectToRunning(await realpath(options.dataDir))
  }
}
