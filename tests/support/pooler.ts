import { spawn } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'

import type { Identity } from '../../server/db/embedded/embeddedBinaries.ts'
import { withClient } from '../../server/db/migrate.ts'
import { createFolder } from './folder.ts'
import { installPackages, whyNoPackages } from './packages.ts'
import { until } from './process.ts'

const program = '/usr/sbin/pgbouncer'

/** The reason why PgBouncer is unavailable here; undefined if it is available. */
export const whyNoPooler = () => (existsSync(program) ? undefined : whyNoPackages())

/**
 * PgBouncer refuses to run as root, and the embedded database's socket is accessible to its own user only.
 */
const identity: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The distribution's PgBouncer in front of this database, with default settings otherwise. */
export const startPooler = async (
  { host, port, user, password, database }: pg.ClientConfig,
  mode: 'session' | 'transaction',
) => {
  if (!existsSync(program) && !installPackages('pgbouncer')) throw new Error('pgbouncer was not installed')
  // The path of a Unix socket has at most 107 bytes.
  const folder = await createFolder('pooler', '/tmp')
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder.path, identity.uid, identity.gid)
  const [settings, users] = [join(folder.path, 'pgbouncer.ini'), join(folder.path, 'users')]
  await writeFile(users, `"${user}" "${String(password)}"\n`, { mode: 0o644 })
  const lines = [
    '[databases]',
    `* = host=${host} port=${port}`,
    '[pgbouncer]',
    `unix_socket_dir = ${folder.path}`,
    'listen_port = 6432',
    'auth_type = plain',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'max_client_conn = 1000',
  ]
  await writeFile(settings, lines.join('\n'), { mode: 0o644 })
  const child = spawn(program, ['--quiet', settings], { stdio: ['ignore', 'ignore', 'pipe'], ...identity })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (complaint += text))
  const ended = new Promise(resolve => child.once('close', resolve))
  const connection = { host: folder.path, port: 6432, user, password, database }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(complaint)
    return withClient(connection, client => client.query('select 1'))
  }, 30_000)
  const query = new URLSearchParams({ host: folder.path, port: '6432' })
  return {
    connection,
    url: `postgresql://${user}:${String(password)}@localhost/${database}?${query}`,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await folder.remove()
    },
  }
}
