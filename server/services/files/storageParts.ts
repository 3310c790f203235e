import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// What is being uploaded has no name yet: `.part-<machine>-<process>-<its own>`. Several processes and machines may share one
// folder, so a part goes only when its process is known to have ended, or when it is older than any upload may be.

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const ownerPattern = /^\.(?:part|owner)-([0-9a-f]{8}-[0-9a-f]{16})(?:-[0-9a-f]+)?$/
/** No upload takes longer than a quarter of an hour, and each of its pieces makes it young again. */
const longestMs = 60 * 60_000
/** What may go on where it broke off waits for a day. */
const resumedMs = 24 * 60 * 60_000
const resumedStart = '.part-resumed-'
export const resumedPart = (name: string) => `${resumedStart}${name}`
const sweepEveryMs = 10 * 60_000

const ownerFile = (folder: string, owner: string) => join(folder, `.owner-${owner}`)

/** The kernel's lock, which ends with its process however that ends; null where somebody has it. */
const lock = (path: string): DatabaseSync | null => {
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
/** Of this process, by folder; there while it has parts. */
const owners = new Map<string, Owner>()

const become = (folder: string): Owner => {
  const name = `${machine}-${randomBytes(8).toString('hex')}`
  const owner = { name, held: lock(ownerFile(folder, name)), parts: 0 }
  owners.set(folder, owner)
  return owner
}

type Part = { path: string; remove: () => Promise<void> }

export const newPart = (folder: string): Part => {
  const owner = owners.get(folder) ?? become(folder)
  owner.parts += 1
  const path = join(folder, `.part-${owner.name}-${randomBytes(12).toString('hex')}`)
  let isThere = true
  const remove = async () => {
    if (!isThere) return
    isThere = false
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
  const taken = lock(ownerFile(folder, owner))
  taken?.close()
  return taken !== null
}

const isOld = async (path: string): Promise<boolean> => {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > (basename(path).startsWith(resumedStart) ? resumedMs : longestMs)
}

/** Removes what ended processes of this machine left, and of the others what is older than any upload. */
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

/** At the start and from then on; ends with the returned function. */
export const keepClear = async (folder: string): Promise<() => void> => {
  await clearParts(folder)
  const timer = setInterval(() => void clearParts(folder).catch(() => undefined), sweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
