import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, onTestFinished } from 'vitest'

import { noteOpened } from './opened.ts'

/** A new empty folder for code outside of a test; call `remove` after everything that uses it has ended. */
export const createFolder = async (name: string, parent = tmpdir()) => {
  const path = await mkdtemp(join(parent, `ta-${name}-`))
  const noteClosed = noteOpened(`folder ${path}`)
  const remove = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true })
    noteClosed()
  }
  return { path, remove }
}

/** The same synchronously, for example for a process that is being started. */
export const createFolderNow = (name: string) => {
  const path = mkdtempSync(join(tmpdir(), `ta-${name}-`))
  const noteClosed = noteOpened(`folder ${path}`)
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true })
    noteClosed()
  }
  return { path, remove }
}

/** The names of the folders of tests that exist now. */
export const presentFolders = (): string[] => readdirSync(tmpdir()).filter(name => /^ta-(?!run-)/.test(name))

/**
 * A folder of the running test. Request it before anything that uses it: `onTestFinished` callbacks run in
 * reverse order, so the folder is removed last.
 */
export const folderOfTest = async (name: string, parent?: string): Promise<string> => {
  const { path, remove } = await createFolder(name, parent)
  onTestFinished(remove)
  return path
}

/** A folder for the whole test file, from its first `beforeAll` until after every `afterAll`. */
export const folderOfFile = (name: string): (() => string) => {
  let path: string | undefined
  beforeAll(async () => {
    const folder = await createFolder(name)
    path = folder.path
    // The function that `beforeAll` returns runs after all `afterAll`.
    return folder.remove
  })
  return () => {
    if (path === undefined) throw new Error('The folder is there from the first beforeAll on')
    return path
  }
}

const MEMORY = '/dev/shm'
const PREFIX = 'ta-run-'
/** Bytes that must be free; a run has used up to 0.44 GB. */
const MIN_FREE_BYTES = 4e9

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const hasFreeMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES
  } catch {
    return false
  }
}

/**
 * Puts temporary files of the tests (two hundred databases) in memory if enough is free, which halves the CPU
 * time of PostgreSQL. An existing `TMPDIR` takes precedence. The folder is removed when the process ends.
 */
export const useMemoryFolder = (): void => {
  if (process.env['TMPDIR'] || !hasFreeMemory()) return
  for (const name of readdirSync(MEMORY).filter(it => it.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  const folder = join(MEMORY, PREFIX + process.pid)
  mkdirSync(folder)
  // The same permissions as /tmp, since PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
