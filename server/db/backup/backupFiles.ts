import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileCopy } from './backupFormat.ts'

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Files whose names begin with a dot are unfinished uploads. */
const pathsBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}

/**
 * Called after the rows were copied: a file exists before the row that names it and never changes, so the
 * file of every row is included. A file that is deleted meanwhile is omitted.
 */
export const listFiles = async (folder: string): Promise<FileCopy[]> => {
  const found: FileCopy[] = []
  for (const path of await pathsBelow(folder)) {
    const sha256 = await hashFile(join(folder, path)).catch(() => undefined)
    if (sha256) found.push({ path, sha256 })
  }
  return found
}

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies files into the folder of uploads; `added` collects the paths that did not exist before. */
export const putFiles = async (
  from: string,
  to: string,
  files: readonly FileCopy[],
  added: string[],
): Promise<void> => {
  for (const { path } of files) {
    const place = join(to, path)
    if (!existsSync(place)) added.push(place)
    await mkdir(dirname(place), { recursive: true })
    await copyFile(join(from, path), place)
    await syncFile(place)
  }
}
