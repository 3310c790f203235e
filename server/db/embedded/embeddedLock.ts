import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when a running server uses the folder; this process may use its database but not supervise it. */
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

const unusableLockError = (path: string, cause: unknown) =>
  new Error(
    `${path} 不能用作锁：确认没有服务在使用这个目录后，请移走它，并检查目录的权限；this lock can't be used: when no server uses the folder, move it away`,
    { cause },
  )

/** SQLite only says that it cannot open its file; these checks throw the file system's reason. */
const refuseUnwritable = (dataDir: string, path: string): void => {
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
}

const openLock = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (cause) {
    throw unusableLockError(path, cause)
  }
}

/**
 * Locks the data folder. SQLite's exclusive lock is the only kernel lock that Node offers on every system. It
 * ends with its process in any case, so there is no stale lock to detect.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  const path = join(dataDir, 'server.lock')
  refuseUnwritable(dataDir, path)
  const lock = openLock(path)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw unusableLockError(path, cause)
    throw new FolderInUse(
      `数据目录正被另一个服务使用 (pid ${holderOf(dataDir)})：${dataDir}; this data folder is in use by another server`,
      { cause },
    )
  }
  writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
  return { release: () => void (lock.isOpen && lock.close()) }
}
