import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The folder has a living server, which this process may use but not supervise. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

export type FolderLock = { release(): void }

const holderOf = (dataDir: string): string => {
  try {
    return readFileSync(join(dataDir, 'server.pid'), 'utf8').trim()
  } catch {
    return '?'
  }
}

/**
 * SQLite's exclusive lock is the one lock of the kernel that Node reaches on every system: it ends with its
 * process however that ends, so there is no stale lock to judge.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(
      `数据目录正被另一个服务使用 (pid ${holderOf(dataDir)})：${dataDir}; this data folder is in use by another server`,
      { cause },
    )
  }
  writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
  return { release: () => void (lock.isOpen && lock.close()) }
}
