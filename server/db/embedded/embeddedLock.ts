import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// Promise Q50 (server/promises.md).

/** The folder has a living server, which this process may use but not supervise. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

type FolderLock = { release(): void }

const holderOf = (dataDir: string): string => {
  try {
    return readFileSync(join(dataDir, 'server.pid'), 'utf8').trim()
  } catch {
    return '?'
  }
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const strange = (path: string, cause: unknown) =>
  new Error(
    `${path} 不能用作锁：确认没有服务在使用这个目录后，请移走它，并检查目录的权限；this lock can't be used: when no server uses the folder, move it away`,
    { cause },
  )

/** SQLite only says that it can't open its file; the file system says why. */
const refuseUnwritable = (dataDir: string, path: string): void => {
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
}

const openLock = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (cause) {
    throw strange(path, cause)
  }
}

/**
 * SQLite's exclusive lock is the one lock of the kernel that Node reaches on every system: it ends with its
 * process however that ends, so there is no stale lock to judge.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  const path = join(dataDir, 'server.lock')
  refuseUnwritable(dataDir, path)
  const lock = openLock(path)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw strange(path, cause)
    throw new FolderInUse(
      `数据目录正被另一个服务使用 (pid ${holderOf(dataDir)})：${dataDir}; this data folder is in use by another server`,
      { cause },
    )
  }
  writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
  return { release: () => void (lock.isOpen && lock.close()) }
}
