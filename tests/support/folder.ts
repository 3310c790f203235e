import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, onTestFinished } from 'vitest'

/** A new empty folder, for what runs outside of a test; `remove` comes after the end of whatever uses it. */
export const createFolder = async (name: string, parent = tmpdir()) => {
  const path = await mkdtemp(join(parent, `ta-${name}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The same for what cannot wait, as a process that is started. */
export const createFolderNow = (name: string) => {
  const path = mkdtempSync(join(tmpdir(), `ta-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * A folder of the running test. Ask for it before anything that uses it: what is left to `onTestFinished` ends in reverse
 * order, so the folder goes last.
 */
export const folderOfTest = async (name: string, parent?: string): Promise<string> => {
  const { path, remove } = await createFolder(name, parent)
  onTestFinished(remove)
  return path
}

/** A folder of the whole test file, from its first `beforeAll` until after every `afterAll`. */
export const folderOfFile = (name: string): (() => string) => {
  let path: string | undefined
  beforeAll(async () => {
    const folder = await createFolder(name)
    path = folder.path
    // What `beforeAll` returns runs once all `afterAll` have.
    return folder.remove
  })
  return () => {
    if (path === undefined) throw new Error('The folder is there from the first beforeAll on')
    return path
  }
}

const MEMORY = '/dev/shm'
const PREFIX = 'ta-run-'
/** Bytes that must be free; a run was seen to hold 0.44 GB at most. */
const PLENTY = 4e9

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const hasPlenty = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) > PLENTY
  } catch {
    return false
  }
}

/**
 * Where there is plenty of memory, what the tests create and remove on a disk (two hundred databases) lies in it: half of
 * the processor's time of PostgreSQL. Unless `TMPDIR` says otherwise. Ends with the process.
 */
export const useMemoryFolder = (): void => {
  if (process.env['TMPDIR'] || !hasPlenty()) return
  for (const name of readdirSync(MEMORY).filter(it => it.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  const folder = join(MEMORY, PREFIX + process.pid)
  mkdirSync(folder)
  // As the folder that it stands for: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
