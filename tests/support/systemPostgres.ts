import { type ChildProcess, execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries, Identity } from '../../server/db/embedded/embeddedBinaries.ts'
import { launchPostgres, type Launch, stopChild } from '../../server/db/embedded/embeddedProcess.ts'
import { createFolder } from './folder.ts'
import { installPackages, whyNoPackages } from './packages.ts'

export type SystemPostgres = {
  url: string
  socketFolder: string
  stop: () => Promise<void>
  /** Kills the server with all its processes. */
  crash: () => Promise<void>
  startAgain: () => Promise<void>
  /** Stops the server as a switchover does; what it wrote last reaches its standbys. */
  shutDown: () => Promise<void>
  /** Starts the stopped server again as a standby of the one at this socket. */
  startAsStandbyOf: (socketFolder: string) => Promise<void>
}

const HOME = '/usr/lib/postgresql'

const findBinaries = (): Binaries | undefined => {
  const versions = existsSync(HOME) ? readdirSync(HOME).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions
    .map(version => join(HOME, version, 'bin'))
    .find(it => existsSync(join(it, 'postgres')))
  return folder ? { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') } : undefined
}

/** The reason why the distribution's PostgreSQL is unavailable here; undefined if it is available. */
export const whyNoSystemPostgres = () => (findBinaries() ? undefined : whyNoPackages())

/** The folder of PostgreSQL's programs. */
const binaryFolder = () => dirname(findBinaries()!.postgres)

const identity: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const ownFolder = async (name: string, parent?: string) => {
  const folder = await createFolder(name, parent)
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder.path, identity.uid, identity.gid)
  return folder
}

/**
 * The distribution's PostgreSQL on a new cluster, so that the machine's own service stays untouched; or the
 * reason why it is unavailable.
 */
export const startSystemPostgres = async (
  settings: Record<string, string> = {},
): Promise<SystemPostgres | string> => {
  if (!findBinaries()) {
    const reason = whyNoPackages()
    if (reason) return reason
    installPackages('postgresql')
  }
  const binaries = findBinaries()
  if (!binaries) return 'the package postgresql could not be installed'
  const home = await ownFolder('system')
  // The path of a Unix socket has at most 107 bytes.
  const sockets = await ownFolder('socket', '/tmp')
  const folder = join(home.path, 'cluster')
  const socketFolder = sockets.path
  const args = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(binaries.initdb, [`--pgdata=${folder}`, ...args], {
    cwd: home.path,
    stdio: 'ignore',
    ...identity,
  })
  const options: Launch = {
    cluster: { folder, logFile: join(home.path, 'log'), password: '' },
    binaries,
    identity,
    endpoint: { host: socketFolder, port: 5432, socketFolder },
    settings: { listen_addresses: '', unix_socket_directories: socketFolder, fsync: 'off', ...settings },
  }
  let child = await launchPostgres(options)
  const stop = async (): Promise<void> => {
    await stopChild(child)
    await home.remove()
    await sockets.remove()
  }
  return {
    url: urlAt(socketFolder),
    socketFolder,
    stop,
    crash: () => crash(child),
    startAgain: async () => void (child = await launchPostgres(options)),
    shutDown: () => stopChild(child),
    startAsStandbyOf: async primary => {
      await writeFile(join(folder, 'standby.signal'), '')
      const following = { primary_conninfo: `host=${primary} user=postgres` }
      child = await launchPostgres({ ...options, settings: { ...options.settings, ...following } })
    },
  }
}

const urlAt = (socketFolder: string) =>
  `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`

/** Like a power failure: no process can react. */
const crash = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise(resolve => child.once('close', resolve))
  // The processes form a group and are killed together, since the remaining ones would run on for a moment.
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}

const pgCtl = (home: string, ...args: string[]) =>
  void execFileSync(join(binaryFolder(), 'pg_ctl'), args, { cwd: home, stdio: 'ignore', ...identity })

/** A streaming replica of `primary`, which logs each statement with the application name of its sender. */
export const startStandby = async (
  { socketFolder: of }: SystemPostgres,
  further: Record<string, string> = {},
) => {
  const home = await ownFolder('standby')
  const sockets = await ownFolder('socket', '/tmp')
  const [folder, logFile] = [join(home.path, 'cluster'), join(home.path, 'log')]
  const copying = ['--host', of, '--username', 'postgres', '--pgdata', folder]
  execFileSync(
    join(binaryFolder(), 'pg_basebackup'),
    [...copying, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'],
    { cwd: home.path, stdio: 'ignore', ...identity },
  )
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets.path,
    fsync: 'off',
    cluster_name: 'standby',
    log_statement: 'all',
    log_line_prefix: '%a | ',
    ...further,
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const start = async () =>
    pgCtl(home.path, '--pgdata', folder, '--log', logFile, '-o', flags.join(' '), '--wait', 'start')
  const stop = async () => pgCtl(home.path, '--pgdata', folder, '--mode=immediate', '--wait', 'stop')
  await start()
  return {
    url: urlAt(sockets.path),
    socketFolder: sockets.path,
    start,
    stop,
    promote: async () => pgCtl(home.path, '--pgdata', folder, '--wait', 'promote'),
    log: () => readFile(logFile, 'utf8'),
    remove: async () => {
      await stop().catch(() => undefined)
      await home.remove()
      await sockets.remove()
    },
  }
}
