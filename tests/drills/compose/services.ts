import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'

import { z } from 'zod'

import { compose, deploy, filled, project, run, say, type Service, volumes } from './file.ts'
import { hostsFor, names, namespaceOf } from './networks.ts'

// The services of the file as processes: each in namespaces of its own, with what the file gives to its container.

/** The user of an image that names none in the file: that of its programs, as Debian has it. */
const identityOf = ({ image, user }: Service): string[] => {
  const ids = (name: string) => ['-u', '-g'].map(flag => run('id', flag, name).trim())
  if (image.startsWith('postgres')) return ids('postgres')
  if (image.startsWith('tenant-admin')) return ['10001', '10001']
  if (image.includes('pgbouncer')) return ids('nobody')
  return user?.split(':') ?? ['0', '0']
}

/** What a service runs in the place of its image, with what differs. */
const programOf = ({ image, entrypoint = [], command }: Service): string[] => {
  if (image.startsWith('postgres')) {
    const bin = join(
      '/usr/lib/postgresql',
      run('ls', '/usr/lib/postgresql').trim().split('\n').at(-1)!,
      'bin',
    )
    return ['sh', '-c', postgresScript(bin)]
  }
  if (image.includes('pgbouncer')) return ['pgbouncer', '/etc/pgbouncer/pgbouncer.ini']
  if (image.includes('versitygw'))
    return [
      '/app/node_modules/.bin/node',
      '/app/node_modules/s3rver/bin/s3rver.js',
      '--directory',
      '/data',
      '--address',
      '0.0.0.0',
      '--port',
      '7070',
      '--no-vhost-buckets',
    ]
  if (image.startsWith('caddy'))
    return ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile']
  if (image.startsWith('amazon')) return [...entrypoint, ...command.map(filled)]
  const product = [
    'node_modules/.bin/node',
    '--import',
    './server/process/moduleHooks.mjs',
    '--max-semi-space-size=8',
    '--expose-gc',
  ]
  return [...product, ...(command.length > 0 ? command : ['dist-server/main.js'])]
}

/** As the image's entry point does: a new cluster once, with the scripts of its folder, and then the server. */
const postgresScript = (bin: string) =>
  [
    'cd /var/lib/postgresql && export PGDATA=/var/lib/postgresql/data',
    'if [ ! -s $PGDATA/PG_VERSION ]; then',
    `${bin}/initdb -U postgres -E UTF8 --locale C.UTF-8 --pwfile=$POSTGRES_PASSWORD_FILE --auth-host=scram-sha-256 >/dev/null`,
    'echo "host all all all scram-sha-256" >>$PGDATA/pg_hba.conf',
    `${bin}/pg_ctl -w -s -o "-c listen_addresses= -k /run/postgresql" start`,
    `${bin}/createdb -h /run/postgresql -U postgres $POSTGRES_DB`,
    `for it in /docker-entrypoint-initdb.d/*.sql; do ${bin}/psql -q -v ON_ERROR_STOP=1 -h /run/postgresql -U postgres -d $POSTGRES_DB -f $it; done`,
    `${bin}/pg_ctl -w -s -m fast stop; fi`,
    `exec ${bin}/postgres -c listen_addresses='*' -k /run/postgresql`,
  ].join('\n')

/** A path of the machine for the source of a volume: a file of `deploy`, or a folder for its name. */
const sourceOf = (source: string, [uid, gid]: string[]) => {
  if (source.startsWith('./')) return join(deploy, source)
  const folder = join(volumes, source)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, Number(uid), Number(gid))
  }
  return folder
}

/** The mounts of a service as lines for a shell, within a root that holds the machine's programs and nothing it can write to. */
const mountsOf = (it: Service, identity: string[]) => {
  const bind = (source: string, target: string) => [
    `mkdir -p "$(dirname "$root${target}")"; [ -d "${source}" ] && mkdir -p "$root${target}" || touch "$root${target}"`,
    `mount --bind "${source}" "$root${target}"`,
  ]
  return [
    ...it.secrets.flatMap(name => bind(join(deploy, 'secrets', name), `/run/secrets/${name}`)),
    ...it.volumes
      .map(volume => volume.split(':'))
      .flatMap(([source, target]) => bind(sourceOf(source!, identity), target!)),
    ...it.tmpfs.flatMap(path => {
      const [target, options = 'mode=1777'] = path.split(/:(?=uid)/)
      const own = target === '/run/postgresql' ? `uid=${identity[0]},gid=${identity[1]},mode=0775` : options
      return [`mkdir -p "$root${target}"`, `mount -t tmpfs -o "${own}" tmpfs "$root${target}"`]
    }),
  ]
}

/** The root of a service: programs, libraries and the project, each read-only, below a tmpfs that is made read-only too. */
const rootScript = (it: Service, identity: string[]) =>
  [
    'set -e; mount --make-rprivate /; root=$(mktemp -d); mount -t tmpfs tmpfs "$root"',
    'mkdir -p "$root"/{usr,etc,proc,dev,app,run,tmp,var/lib}; for it in bin sbin lib lib64; do ln -s "usr/$it" "$root/$it"; done; ln -s ../run "$root/var/run"',
    'mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"',
    `for it in usr etc; do mount --bind "/$it" "$root/$it"; mount -o remount,bind,ro "$root/$it"; done`,
    `mount --bind "${project}" "$root/app"; mount -o remount,bind,ro "$root/app"`,
    `mount --bind "${hostsFor(it.networks)}" "$root/etc/hosts"`,
    ...(it.image.includes('pgbouncer') || it.image.startsWith('caddy')
      ? [`mount -t tmpfs tmpfs "$root/etc/${it.image.startsWith('caddy') ? 'caddy' : 'pgbouncer'}"`]
      : []),
    ...mountsOf(it, identity),
    'mount -o remount,ro "$root"; cd "$root"; exec chroot "$root" "$@"',
  ].join('\n')

/** Debian's PgBouncer is older than the image's, and tracks no prepared statements before 1.21. */
export const poolerVersion = /1\.(\d+)/.exec(run('pgbouncer', '--version'))!
export const isOldPooler = Number(poolerVersion[1]) < 21
const unnamedStatements = isOldPooler && { PREPARED_STATEMENTS: 'off' }

const environmentOf = (it: Service) => {
  const files = it.env_file.map(file => parseEnv(readFileSync(join(deploy, file), 'utf8')))
  const image = it.image.startsWith('tenant-admin')
    ? { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8080', DATA_DIR: '/data', ...unnamedStatements }
    : {}
  const caddy = it.image.startsWith('caddy') ? { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/config' } : {}
  const own = Object.entries(it.environment).map(([name, value]) => [name, filled(value)])
  return Object.assign(
    { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp' },
    image,
    caddy,
    ...files,
    Object.fromEntries(own),
  )
}

/** The command that runs a program as a service of the file: its namespaces, root, user, capabilities and environment. */
const asService = (name: string, it: Service, program: readonly string[]) => {
  const [uid, gid] = identityOf(it)
  const capabilities = it.cap_add.map(capability => `+${capability.toLowerCase()}`)
  const bounded = ['-all', ...capabilities].join(',')
  const environment = Object.entries(environmentOf(it)).map(([key, value]) => `${key}=${String(value)}`)
  const namespaces = 'unshare --mount --pid --fork --uts --ipc --kill-child'.split(' ')
  const user = `setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set=${bounded} --inh-caps=${bounded}`
  return ['ip', 'netns', 'exec', namespaceOf(name), ...namespaces].concat(
    ['bash', '-c', rootScript(it, [uid!, gid!]), 'bash', ...user.split(' ')],
    ['env', '-i', ...environment, 'sh', '-c', 'cd /app && exec "$@"', 'sh', ...program],
  )
}

type Started = { process: ChildProcess; output: () => string; ended: Promise<number | null> }
export const started = new Map<string, Started>()

export const start = (name: string, program?: readonly string[]): Started => {
  const it = compose.services[name]!
  const [command, ...args] = asService(name, it, program ?? programOf(it))
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const ended = new Promise<number | null>(resolve => void child.once('close', resolve))
  const one = { process: child, output: () => output, ended }
  if (!program) started.set(name, one)
  return one
}

/** Runs a program as a service once, like `docker compose run --rm`. */
export const runOnce = async (name: string, ...program: string[]) => {
  const product = programOf({ ...compose.services[name]!, command: program })
  const { ended, output } = start(name, product)
  const code = await ended
  if (code !== 0) throw new Error(`${name} ${program.join(' ')} ended with ${code}: ${output()}`)
  return output()
}

/** The check of a service: that of the file, of the image, or a connection where Debian's program answers no such address. */
const checkOf = (it: Service): string[] => {
  if (it.image.startsWith('tenant-admin')) {
    const line = /CMD \[(.*)\]/.exec(
      /HEALTHCHECK[\s\S]*?CMD \[.*\]/.exec(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))![0],
    )
    return z.array(z.string()).parse(JSON.parse(`[${line![1]}]`))
  }
  if (it.image.includes('versitygw')) return ['bash', '-c', '</dev/tcp/127.0.0.1/7070']
  const [kind, ...test] = it.healthcheck!.test.map(filled)
  return kind === 'CMD-SHELL' ? ['sh', '-c', ...test] : test
}

/** The process of a service, in its namespaces; undefined before it is there. `ip netns exec` becomes `unshare`, whose child it is. */
export const processOf = (name: string): string | undefined =>
  spawnSync('pgrep', ['-P', String(started.get(name)!.process.pid)], { encoding: 'utf8' }).stdout.split(
    '\n',
  )[0] || undefined

/** Runs a program in the namespaces of a running service, like `docker exec`; whether it succeeds. */
const succeedsIn = (name: string, program: readonly string[]): boolean => {
  const pid = processOf(name)
  if (!pid) return false
  const within = ['--target', pid, '--mount', '--pid', '--net', '--root', '--wd']
  return spawnSync('nsenter', [...within, 'sh', '-c', 'cd /app; exec "$@"', 'sh', ...program]).status === 0
}

export const isHealthy = async (name: string) => {
  const check = checkOf(compose.services[name]!)
  for (let turn = 0; turn < 240; turn += 1) {
    const { process: child, output } = started.get(name)!
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output()}`)
    if (succeedsIn(name, check)) return
    await delay(250)
  }
  throw new Error(`${name} does not become healthy: ${started.get(name)!.output()}`)
}

export const startInOrder = async () => {
  const begin = performance.now()
  const begun = new Set<string>()
  const needsOf = ({ depends_on: needs }: Service): [string, string][] =>
    Array.isArray(needs)
      ? needs.map(need => [need, 'service_started'])
      : Object.entries(needs).map(([need, { condition }]) => [need, condition])
  const bring = async (name: string): Promise<void> => {
    if (begun.has(name)) return
    begun.add(name)
    for (const [need, condition] of needsOf(compose.services[name]!)) {
      await bring(need)
      if (condition === 'service_healthy') await isHealthy(need)
      else if (condition === 'service_completed_successfully' && (await started.get(need)!.ended) !== 0)
        throw new Error(`${need} failed: ${started.get(need)!.output()}`)
    }
    start(name)
    say(`${((performance.now() - begin) / 1000).toFixed(1)} s: ${name} is started`)
  }
  for (const name of names) await bring(name)
  for (const name of ['proxy', 'server1', 'server2', 'copy']) await isHealthy(name)
  say(`${((performance.now() - begin) / 1000).toFixed(1)} s: all are healthy`)
}

/** What ends a program: PostgreSQL's image asks for the fast shutdown, and s3rver hears no other signal as a first process. */
const signalOf = ({ image }: Service) => {
  if (image.startsWith('postgres')) return 'SIGINT'
  return image.includes('versitygw') ? 'SIGKILL' : 'SIGTERM'
}

export const stop = async (name: string) => {
  const one = started.get(name)
  if (!one || one.process.exitCode !== null) return
  const begin = performance.now()
  const seconds =
    Number.parseInt(compose.services[name]!.stop_grace_period, 10) *
    (compose.services[name]!.stop_grace_period.endsWith('m') ? 60 : 1)
  process.kill(Number(processOf(name)), signalOf(compose.services[name]!))
  const isEnded = await Promise.race([one.ended.then(() => true), delay(seconds * 1000, false)])
  if (!isEnded) {
    one.process.kill('SIGKILL')
    throw new Error(`${name} does not stop within ${seconds} s`)
  }
  say(`${name} stopped after ${((performance.now() - begin) / 1000).toFixed(1)} s`)
}
