import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lockFolder } from '../db/embedded/embeddedLock.ts'
import { lastBackupFile, logArchiveFolder } from '../process/config.ts'
import type { Log } from '../process/log.ts'

// The data folder of a demo that is emptied each hour. Its mark says that the demo has made what is in it, and when it
// was complete. An emptying begins with renaming the mark, so that the next start finishes what a killed process began,
// and a full disk does not prevent it.

const completeMark = 'demo-reset.json'
const unfinishedMark = 'demo-reset.unfinished'
const asidePrefix = 'demo-removed-'

/** What the product makes in a data folder, besides the lock. Nothing else in the folder is touched. */
const madeNames = (dataDir: string): string[] => [
  'postgres',
  'files',
  'outbox',
  'audit.key',
  'audit-anchors.jsonl',
  'secret.key',
  lastBackupFile,
  logArchiveFolder({ dataDir }).slice(dataDir.length + 1),
]

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    error => {
      if (isMissing(error)) return false
      throw error
    },
  )

const existingNames = async (dataDir: string): Promise<string[]> => {
  const present = new Set(await readdir(dataDir))
  return madeNames(dataDir).filter(name => present.has(name))
}

/** When the demo in this folder was complete; null where it never was, undefined where no demo has made the folder. */
const completedAt = async (dataDir: string): Promise<Date | null | undefined> => {
  if (await exists(join(dataDir, unfinishedMark))) return null
  const text = await readFile(join(dataDir, completeMark), 'utf8').catch(error => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const at = new Date(text.trim())
  return Number.isNaN(at.getTime()) ? null : at
}

/** Begins to empty the folder; from now on each start finishes it. */
export const beginReset = (dataDir: string): Promise<void> =>
  rename(join(dataDir, completeMark), join(dataDir, unfinishedMark))

/** Notes that the demo is complete. */
export const completeReset = async (dataDir: string, at: Date): Promise<void> => {
  const written = join(dataDir, `${completeMark}.new`)
  await writeFile(written, `${at.toISOString()}\n`)
  await rename(written, join(dataDir, completeMark))
  await rm(join(dataDir, unfinishedMark), { force: true })
}

type Remove = (path: string) => Promise<void>
const removeTree: Remove = path => rm(path, { recursive: true, force: true })

/**
 * Moves what the demo has made aside, so that a new demo can start, and removes it then. What cannot be removed is logged,
 * and removed by a later reset; throws only where something can be neither moved nor removed.
 */
export const emptyDemoFolder = async (
  dataDir: string,
  log: Pick<Log, 'warn'>,
  remove: Remove = removeTree,
): Promise<void> => {
  const lock = lockFolder(dataDir)
  try {
    const names = await existingNames(dataDir)
    // A full disk may have no room for a folder.
    const aside = await mkdtemp(join(dataDir, asidePrefix)).catch(() => undefined)
    for (const name of names) {
      const path = join(dataDir, name)
      await (aside === undefined ? remove(path) : rename(path, join(aside, name)))
    }
    for (const name of await readdir(dataDir)) {
      if (!name.startsWith(asidePrefix)) continue
      try {
        await remove(join(dataDir, name))
      } catch (error) {
        log.warn({ err: error, folder: name }, 'what a reset of the demo left could not be removed yet')
      }
    }
  } finally {
    lock.release()
  }
}

const hourMs = 3_600_000
/** The number of a full hour; a demo belongs to the hour in which it was complete. */
export const fullHourOf = (at: Date): number => Math.floor(at.getTime() / hourMs)

/**
 * Prepares the folder for a start with DEMO_RESET; returns when its demo was complete, or null where a new one is to be
 * made. Throws where the folder has data that no such demo has made.
 */
export const prepareDemoFolder = async (
  { dataDir }: { dataDir: string },
  now: () => Date,
  log: Pick<Log, 'warn'>,
): Promise<Date | null> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const at = await completedAt(dataDir)
  if (at === undefined) {
    const names = await existingNames(dataDir)
    if (names.length > 0)
      throw new Error(
        `DEMO_RESET: 数据目录 ${dataDir} 里有不是由定时重置的演示建立的数据（${names.join('、')}），不会清空它；请换一个空的 DATA_DIR。The folder holds data that no such demo has made, and is not emptied: use an empty DATA_DIR`,
      )
    await writeFile(join(dataDir, unfinishedMark), '')
    return null
  }
  if (at !== null && fullHourOf(at) >= fullHourOf(now())) return at
  if (at !== null) await beginReset(dataDir)
  await emptyDemoFolder(dataDir, log)
  return null
}

/**
 * Before a start without DEMO_RESET: what the folder holds is kept from now on, so that a later start with it refuses to
 * empty it. Throws where an emptying was not finished.
 */
export const keepDemoFolder = async (dataDir: string): Promise<void> => {
  if (await exists(join(dataDir, unfinishedMark)))
    throw new Error(
      `数据目录 ${dataDir} 里的演示没有重置完：请用 DEMO_RESET=on 启动一次，或换一个 DATA_DIR。The demo in this folder was not completed: start once with DEMO_RESET=on, or use another DATA_DIR`,
    )
  await rm(join(dataDir, completeMark), { force: true })
}
