import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const programs = ['patroni', 'etcd', '/usr/sbin/haproxy']

const isThere = (program: string): boolean =>
  program.startsWith('/') ? existsSync(program) : spawnSync('which', [program]).status === 0

/** The reason why the drill with Patroni is not run; undefined where it can be. */
export const whyNoPatroni = (): string | undefined => {
  if (!process.env['TEST_PATRONI']) return 'TEST_PATRONI has no number of rounds'
  if (process.getuid?.() !== 0) return 'not running as root, which starts the servers as postgres'
  const missing = programs.filter(program => !isThere(program))
  return missing.length > 0 ? `${missing.join(', ')} not installed` : undefined
}
