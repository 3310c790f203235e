import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { createFolder } from './folder.ts'
import { installPackages, whyNoPackages } from './packages.ts'
import { until } from './process.ts'

const program = '/usr/sbin/haproxy'

/** The reason why HAProxy is unavailable here; undefined if it is available. */
export const whyNoHaproxy = () => (existsSync(program) ? undefined : whyNoPackages())

/** Answers as Patroni's REST interface does: 200 on the primary, 503 on a standby. */
const primaryCheck = async (isPrimary: () => boolean) => {
  const server = createServer((_request, response) => response.writeHead(isPrimary() ? 200 : 503).end())
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** A PostgreSQL server, and whether the checks are to find a primary there. */
export type CheckedServer = { socketFolder: string; isPrimary: () => boolean }

/**
 * Debian's HAProxy in front of these servers, as Patroni's documentation configures it: once with
 * `on-marked-down shutdown-sessions` and once without. Returns the folders of the two sockets.
 */
export const startHaproxy = async (servers: readonly CheckedServer[]) => {
  if (!existsSync(program) && !installPackages('haproxy')) throw new Error('haproxy was not installed')
  const checks = await Promise.all(servers.map(({ isPrimary }) => primaryCheck(isPrimary)))
  const settings = await createFolder('haproxy', '/tmp')
  const fronts = await Promise.all(['closing', 'keeping'].map(() => createFolder('front', '/tmp')))
  const section = (at: number, markedDown: string) => [
    `listen front${at}`,
    `  bind unix@${fronts[at]!.path}/.s.PGSQL.5432 mode 777`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    `  default-server inter 500ms fall 2 rise 1 ${markedDown}`,
    ...servers.map(
      ({ socketFolder }, of) =>
        `  server s${of} unix@${socketFolder}/.s.PGSQL.5432 check addr 127.0.0.1 port ${checks[of]!.port}`,
    ),
  ]
  const file = join(settings.path, 'haproxy.cfg')
  const defaults = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
  ]
  const lines = [...defaults, ...section(0, 'on-marked-down shutdown-sessions'), ...section(1, ''), '']
  await writeFile(file, lines.join('\n'))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (complaint += text))
  const ended = new Promise(resolve => child.once('close', resolve))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(complaint)
    return fronts.every(({ path }) => existsSync(join(path, '.s.PGSQL.5432')))
  }, 30_000)
  return {
    closing: fronts[0]!.path,
    keeping: fronts[1]!.path,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      for (const { close } of checks) close()
      for (const folder of [settings, ...fronts]) await folder.remove()
    },
  }
}
