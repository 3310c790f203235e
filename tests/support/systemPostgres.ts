import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries, Identity } from '../../server/db/embedded/embeddedBinaries.ts'
import { launch, stopChild } from '../../server/db/embedded/embeddedProcess.ts'
import { createFolder } from './folder.ts'
import { installPackages, whyNoPackages } from './packages.ts'

export type SystemPostgres = { url: string; stop: () => Promise<void> }

const HOME = '/usr/lib/postgresql'

const findBinaries = (): Binaries | undefined => {
  const versions = existsSync(HOME) ? readdirSync(HOME).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions
    .map(version => join(HOME, version, 'bin'))
    .find(it => existsSync(join(it, 'postgres')))
  return folder ? { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') } : undefined
}

const identity: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const ownFolder = async (name: string, parent?: string) => {
  const folder = await createFolder(name, parent)
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder.path, identity.uid, identity.gid)
  return folder
}

/** The distribution's PostgreSQL on a cluster of its own, so that the machine's service stays untouched; or why not. */
export const startSystemPostgres = async (): Promise<SystemPostgres | string> => {
  if (!findBinaries()) {
    const reason = whyNoPackages()
    if (reason) return reason
    installPackages('postgresql')
  }
  const binaries = findBinaries()
  if (!binaries) return 'the package postgresql could not be installed'
  const home = await ownFolder('system')
  // The path of a socket has at most 107 bytes.
  const sockets = await ownFolder('socket', '/tmp')
  const folder = join(home.path, 'cluster')
  const socketFolder = sockets.path
  const args = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(binaries.initdb, [`--pgdata=${folder}`, ...args], {
    cwd: home.path,
    stdio: 'ignore',
    ...identity,
  })
  const child = await launch({
    cluster: { folder, logFile: join(home.path, 'log'), password: '' },
    binaries,
    identity,
    endpoint: { host: socketFolder, port: 5432, socketFolder },
    settings: { listen_addresses: '', unix_socket_directories: socketFolder, fsync: 'off' },
  })
  const stop = async (): Promise<void> => {
    await stopChild(child)
    await home.remove()
    await sockets.remove()
  }
  return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`, stop }
}
