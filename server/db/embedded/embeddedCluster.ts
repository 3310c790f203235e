import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Binaries, Identity } from './embeddedBinaries.ts'

export type Cluster = {
  /** PostgreSQL's data folder. */
  folder: string
  logFile: string
  password: string
}

const MAJOR = 18
const NOBODY = 65_534
const SUPERUSER = 'postgres'

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root, so root starts it as another user; an existing cluster keeps its owner.
 */
export const identityFor = async (dataDir: string): Promise<Identity> => {
  if (!isRoot()) return {}
  const existing = await stat(join(dataDir, 'postgres/cluster')).catch(() => undefined)
  return existing && existing.uid !== 0
    ? { uid: existing.uid, gid: existing.gid }
    : { uid: NOBODY, gid: NOBODY }
}

/**
 * The data folder for the command line. Root passes it as the working directory, which is entered before the
 * privileges are dropped, so that it works below a folder that only root may enter (a home of mode 0700).
 */
export const dataArgument = (folder: string): string =>
  isRoot() && process.platform === 'linux' ? '/proc/self/cwd' : folder

const changeOwner = async (path: string, { uid, gid }: Identity): Promise<void> => {
  if (uid === undefined || gid === undefined) return
  await chown(path, uid, gid)
}

const changeOwnerOfAll = async (folder: string, identity: Identity): Promise<void> => {
  await changeOwner(folder, identity)
  for (const entry of await readdir(folder, { recursive: true }))
    await changeOwner(join(folder, entry), identity)
}

const run = (command: string, args: string[], cwd: string, identity: Identity): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], LC_MESSAGES: 'C', TZ: 'UTC' }
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], ...identity })
    let errorOutput = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput += text
    })
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(errorOutput) : reject(new Error(errorOutput.trim()))))
  })

/**
 * Character classes to try in this order: in the C character class no Chinese character is a letter, so that \w in a
 * pattern matches none.
 */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

const runInitdb = async (
  folder: string,
  secret: string,
  binaries: Binaries,
  identity: Identity,
): Promise<void> => {
  let failure: unknown
  for (const ctype of LOCALES) {
    await mkdir(folder, { mode: 0o700 })
    await changeOwner(folder, identity)
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
    ]
    const args = [`--pgdata=${dataArgument(folder)}`, `--username=${SUPERUSER}`, `--pwfile=${secret}`]
    try {
      await run(
        binaries.initdb,
        [...args, '--auth=scram-sha-256', '--encoding=UTF8', ...locale],
        folder,
        identity,
      )
      return
    } catch (error) {
      failure = error
      await rm(folder, { recursive: true, force: true })
    }
  }
  throw failure
}

/** initdb is not atomic, so the cluster is built beside its place and renamed when it is complete. */
const buildCluster = async (dataDir: string, binaries: Binaries, identity: Identity): Promise<void> => {
  const building = await mkdtemp(join(dataDir, 'postgres.new-'))
  // initdb reads the password as the unprivileged user, who may not be able to enter the data folder.
  const secretFolder = await mkdtemp(join(tmpdir(), 'ta-'))
  const secret = join(secretFolder, 'password')
  try {
    const password = randomBytes(24).toString('hex')
    await writeFile(join(building, 'password'), password, { mode: 0o600 })
    await writeFile(secret, password, { mode: 0o600 })
    await changeOwner(secretFolder, identity)
    await changeOwner(secret, identity)
    await runInitdb(join(building, 'cluster'), secret, binaries, identity)
    await rename(building, join(dataDir, 'postgres'))
  } finally {
    await rm(secretFolder, { recursive: true, force: true })
    await rm(building, { recursive: true, force: true })
  }
}

const removeUnfinished = async (dataDir: string): Promise<void> => {
  const names = (await readdir(dataDir)).filter(name => name.startsWith('postgres.new-'))
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true })
}

const damagedFolderError = (path: string) =>
  new Error(
    `数据目录已损坏，${path} 缺失或为空：请用备份恢复到新的 DATA_DIR，不要删除这个目录；this data folder is damaged: restore a backup into a new one`,
  )

const readRequiredFile = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') throw damagedFolderError(path)
  return text.trim()
}

/** Throws where the folder has no database; for commands that only read. */
export const refuseEmptyFolder = async (dataDir: string): Promise<void> => {
  if (existsSync(join(dataDir, 'postgres/cluster'))) return
  throw new Error(`${dataDir} 里没有数据库：请核对 DATA_DIR; there is no database in this folder`)
}

const checkVersion = async (folder: string): Promise<void> => {
  const path = join(folder, 'PG_VERSION')
  const existing = Number(await readRequiredFile(path))
  if (!Number.isInteger(existing)) throw damagedFolderError(path)
  if (existing === MAJOR) return
  throw new Error(
    existing > MAJOR
      ? `数据目录由更新的版本写成 (PostgreSQL ${existing})，此版本 (${MAJOR}) 不会打开它；this data folder was written by a newer release`
      : `数据目录属于 PostgreSQL ${existing}，此版本使用 ${MAJOR}：请用旧版本 backup，再用此版本 restore 到新目录；back up with the old release, restore with this one`,
  )
}

/** Reads the existing cluster without creating anything; for a command beside a running server. */
export const readCluster = async (dataDir: string): Promise<Cluster> => {
  const home = join(dataDir, 'postgres')
  const folder = join(home, 'cluster')
  await checkVersion(folder)
  const password = await readRequiredFile(join(home, 'password'))
  return { folder, logFile: join(home, 'postgres.log'), password }
}

export const prepareCluster = async (
  dataDir: string,
  binaries: Binaries,
  identity: Identity,
): Promise<Cluster> => {
  await removeUnfinished(dataDir)
  const folder = join(dataDir, 'postgres/cluster')
  const existing = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!existing) {
    const otherFiles = await readdir(join(dataDir, 'postgres')).catch(() => [])
    if (otherFiles.length > 0) throw damagedFolderError(folder)
    await buildCluster(dataDir, binaries, identity)
  }
  if (existing && isRoot() && existing.uid === 0) await changeOwnerOfAll(folder, identity)
  return readCluster(dataDir)
}
