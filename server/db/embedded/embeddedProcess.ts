import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataArgument } from './embeddedCluster.ts'
import type { Cluster } from './embeddedCluster.ts'
import { damageSentence } from '../../process/failure.ts'
import type { Binaries, Identity } from './embeddedBinaries.ts'

/** The lines of postmaster.pid, https://www.postgresql.org/docs/current/storage-file-layout.html */
type Postmaster = { pid: number; port: number; socketFolder: string; isReady: boolean }

export type Endpoint = { host: string; port: number; socketFolder: string | undefined }

const POLL_MS = 10
const READY_MS = 60_000
const FAST_STOP_MS = 15_000

export const readPostmaster = async (folder: string): Promise<Postmaster | undefined> => {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, , , status] = text.split('\n')
  if (!pid) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder ?? '',
    isReady: status?.trim() === 'ready',
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The process id in postmaster.pid alone proves little: it may belong to a zombie, or to another program by
 * now.
 */
const isPostmasterOf = async (folder: string, pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(status) ?? []
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return cwd === (await realpath(folder))
}

export const livingPostmaster = async (folder: string): Promise<Postmaster | undefined> => {
  const postmaster = await readPostmaster(folder)
  return postmaster && (await isPostmasterOf(folder, postmaster.pid)) ? postmaster : undefined
}

const waitUntil = async (isDone: () => Promise<boolean>, milliseconds: number): Promise<boolean> => {
  for (const end = Date.now() + milliseconds; Date.now() < end; await delay(POLL_MS)) {
    if (await isDone()) return true
  }
  return isDone()
}

/** Stops a server whose supervisor has ended, which is certain because this process holds the folder's lock. */
export const removeOrphan = async (folder: string): Promise<void> => {
  const orphan = await livingPostmaster(folder)
  const isGone = async (): Promise<boolean> => !(await livingPostmaster(folder))
  if (orphan) {
    process.kill(orphan.pid, 'SIGINT')
    if (!(await waitUntil(isGone, FAST_STOP_MS))) {
      process.kill(orphan.pid, 'SIGQUIT')
      if (!(await waitUntil(isGone, FAST_STOP_MS)))
        throw new Error(`PostgreSQL (pid ${orphan.pid}) does not stop`)
    }
  }
  // PostgreSQL would take any living process with this id, even a zombie, for its predecessor.
  await rm(join(folder, 'postmaster.pid'), { force: true })
}

const endOfLog = async (file: string, from: number): Promise<string> => {
  const text = (await readFile(file)).subarray(from).toString('utf8')
  return text.trim().split('\n').slice(-6).join('\n')
}

/** Thrown when the database's files are damaged; another attempt would fail in the same way. */
export class DamagedCluster extends Error {
  override name = 'DamagedCluster'
}

/**
 * PostgreSQL 18's messages at the start about a control file, a log or a table that is damaged, lost or
 * truncated.
 */
const reportsDamage = (logText: string): boolean =>
  /PANIC: |incompatible with server|status of transaction|control file|pg_control|checkpoint record|incorrect checksum|invalid page|could not (open|read|locate|access|find)[^\n]*(pg_wal|pg_xact|global|base|required checkpoint|database system)|could not open (file|directory) "(pg_|global|base)/.test(
    logText,
  )

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

export type Launch = {
  cluster: Cluster
  binaries: Binaries
  identity: Identity
  endpoint: Endpoint
  settings: Record<string, string>
}

/** Resolves when the server accepts connections. */
export const launchPostgres = async (options: Launch): Promise<ChildProcess> => {
  const { cluster, binaries, identity, endpoint, settings } = options
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(cluster.logFile, 'a', 0o600)
  const from = (await stat(cluster.logFile)).size
  const child = spawn(
    binaries.postgres,
    ['-D', dataArgument(cluster.folder), '-p', String(endpoint.port), ...flags],
    {
      cwd: cluster.folder,
      env: { PATH: process.env['PATH'], LC_MESSAGES: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      // A process group of its own: Ctrl-C in a terminal must reach only the server, which stops the database
      // last.
      detached: true,
      ...identity,
    },
  )
  closeSync(log)
  let failure: Error | undefined
  child.on('error', error => {
    failure = error
  })
  const isSettled = async (): Promise<boolean> => {
    if (failure || hasEnded(child)) return true
    const postmaster = await readPostmaster(cluster.folder)
    return postmaster !== undefined && postmaster.pid === child.pid && postmaster.isReady
  }
  const isInTime = await waitUntil(isSettled, READY_MS)
  if (!failure && isInTime && !hasEnded(child)) return child
  child.kill('SIGKILL')
  const logText = await endOfLog(cluster.logFile, from)
  if (reportsDamage(logText)) throw new DamagedCluster(damageSentence(logText))
  throw new Error(`数据库没有启动，原因见下；PostgreSQL did not start, for the reason below\n${logText}`, {
    cause: failure,
  })
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, transactions roll back, a checkpoint is written. */
export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const isGone = (): Promise<boolean> => Promise.resolve(hasEnded(child))
  child.kill('SIGINT')
  if (await waitUntil(isGone, FAST_STOP_MS)) return
  child.kill('SIGQUIT')
  await waitUntil(isGone, FAST_STOP_MS)
}
