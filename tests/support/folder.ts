import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, onTestFinished } from 'vitest'

/** A new empty folder, for what runs outside of a test; `remove` comes after the end of whatever uses it. */
export const createFolder = async (name: string, parent = tmpdir()) => {
  const path = await mkdtemp(join(parent, `ta-${name}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
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
