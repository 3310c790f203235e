import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// A file that is being uploaded has a temporary name: `.part-<machine>-<process>-<id>`. Several processes and
// machines may share one folder, so a part is only removed when its process has certainly ended, or when it
// is older than any upload may be.

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const ownerPattern = /^\.(?:part|owner)-([0-9a-f]{8}-[0-9a-f]{16})(?:-[0-9a-f]+)?$/
/** An upload takes at most a quarter of an hour, and each piece renews the file's time. */
const longestMs = 60 * 60_000
/** A resumable upload waits a day for its next piece. */
const resumedMs = 24 * 60 * 60_000
const resumedStart = '.part-resumed-'
export const resumablePartName = (name: string) => `${resumedStart}${name}`
const sweepEveryMs = 10 * 60_000

const ownerFile = (folder: string, owner: string) => join(folder, `.owner-${owner}`)

/** A kernel lock, which ends with its process in any case; null where another process holds it. */
const tryLock = (path: string): DatabaseSync | null => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch {
    database.close()
    return null
  }
}

type Owner = { name: string; held: DatabaseSync | null; parts: number }
/** This process's owner entries, by folder; present while the process has parts in the folder. */
const owners = new Map<string, Owner>()

const registerOwner = (folder: string): Owner => {
  const name = `${machine}-${randomBytes(8).toString('hex')}`
  const owner = { name, held: tryLock(ownerFile(folder, name)), parts: 0 }
  owners.set(folder, owner)
  return owner
}

type Part = { path: string; remove: () => Promise<void> }

export const newPart = (folder: string): Part => {
  const owner = owners.get(folder) ?? registerOwner(folder)
  owner.parts += 1
  const path = join(folder, `.part-${owner.name}-${randomBytes(12).toString('hex')}`)
  let exists = true
  const remove = async () => {
    if (!exists) return
    exists = false
    await rm(path, { force: true })
    owner.parts -= 1
    if (owner.parts > 0) return
    owners.delete(folder)
    rmSync(ownerFile(folder, owner.name), { force: true })
    owner.held?.close()
  }
  return { path, remove }
}

const hasEnded = (folder: string, owner: string): boolean => {
  if (!owner.startsWith(`${machine}-`) || owners.get(folder)?.name === owner) return false
  const acquiredLock = tryLock(ownerFile(folder, owner))
  acquiredLock?.close()
  return acquiredLock !== null
}

const isOld = async (path: string): Promise<boolean> => {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > (basename(path).startsWith(resumedStart) ? resumedMs : longestMs)
}

/**
 * Removes the parts of ended processes of this machine, and parts of other machines that are older than any
 * upload may be.
 */
export const clearParts = async (folder: string): Promise<void> => {
  const names = (await readdir(folder).catch(() => [])).filter(name => /^\.(part|owner)-/.test(name))
  const found = names.map(name => ({ name, owner: ownerPattern.exec(name)?.[1] ?? '' }))
  const ended = new Set(found.map(({ owner }) => owner).filter(owner => hasEnded(folder, owner)))
  for (const { name, owner } of found) {
    const isOwn = name === `.owner-${owners.get(folder)?.name}`
    if (ended.has(owner) || (!isOwn && (await isOld(join(folder, name)))))
      await rm(join(folder, name), { force: true })
  }
  for (const owner of ended) await rm(ownerFile(folder, owner), { force: true })
}

/** Clears parts now and regularly from now on; the returned function stops it. */
export const startClearingParts = async (folder: string): Promise<() => void> => {
  await clearParts(folder)
  const timer = setInterval(() => void clearParts(folder).catch(() => undefined), sweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
