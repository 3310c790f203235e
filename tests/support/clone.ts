import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { folderOfTest } from './folder.ts'

const root = join(import.meta.dirname, '../..')

/** What the repository has apart from tests; the build puts the users' documents into the product. */
const sources =
  /^(src|resources|providers|extend|public|server|docs|index\.html|bootstrap\.mjs|[\w.-]+\.(ts|json))$/

/** Folders inside the packages that earlier runs of the tools wrote. */
const caches = ['.vite', '.vite-temp', '.vitest', '.cache']

/** A folder like a fresh clone after `npm ci`: the sources, the installed packages, and no cache of an earlier start. */
export const cloneOfTest = async (): Promise<string> => {
  const clone = await folderOfTest('clone')
  for (const name of (await readdir(root)).filter(it => sources.test(it)))
    await cp(join(root, name), join(clone, name), { recursive: true })
  const packages = join(clone, 'node_modules')
  await mkdir(packages)
  for (const name of (await readdir(join(root, 'node_modules'))).filter(it => !caches.includes(it)))
    await symlink(join(root, 'node_modules', name), join(packages, name))
  return clone
}
