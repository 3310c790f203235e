import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createFolder } from './folder.ts'
import { until } from './process.ts'

// Two servers of PostgreSQL under Debian's Patroni, with one etcd and HAProxy, all on this machine, by the files of
// `deploy/patroni`. What those files leave to each machine comes from the environment, as there.

const deployed = join(import.meta.dirname, '../../deploy/patroni')

/** PostgreSQL does not run as root. */
const identity = () => {
  const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, 'postgres'])))
  return { uid: uid!, gid: gid! }
}

/** Ports of this machine that are free now. */
const freePorts = (count: number): Promise<number[]> =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<number>(resolve => {
          const server = createServer().listen(0, '127.0.0.1', () => {
            const { port } = server.address() as AddressInfo
            server.close(() => resolve(port))
          })
        }),
    ),
  )

type Service = {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  asRoot?: boolean
}

export type Member = { name: string; port: number; restPort: number; dataDir: string; patroni: ChildProcess }

type MemberState = { name: string; role: string; state: string; lag?: number | string }

const asks = (port: number, path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })

/** Whether the REST interface of a member says that it is the primary. */
export const isPrimary = ({ restPort }: Member): Promise<boolean> =>
  asks(restPort, '/primary').then(
    answer => answer.status === 200,
    () => false,
  )

/** The members that Patroni lists; none where it does not answer. */
const statesBy = async ({ restPort }: Member): Promise<MemberState[]> => {
  try {
    return ((await (await asks(restPort, '/cluster')).json()) as { members: MemberState[] }).members
  } catch {
    return []
  }
}

export const startCluster = async () => {
  const folder = await createFolder('patroni', '/tmp')
  const user = identity()
  chownSync(folder.path, user.uid, user.gid)
  const [peer, client, primary, ...ports] = await freePorts(7)
  const password = randomBytes(16).toString('hex')
  const start = ({ name, command, args, env, asRoot }: Service): ChildProcess => {
    const log = openSync(join(folder.path, `${name}.log`), 'a')
    return spawn(command, args, {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', log, log],
      ...(!asRoot && user),
    })
  }
  const etcd = start({
    name: 'etcd',
    command: 'etcd',
    args: ['--unsafe-no-fsync'],
    env: {
      ...(parseEnv(await readFile(join(deployed, 'etcd.env'), 'utf8')) as Record<string, string>),
      ETCD_DATA_DIR: join(folder.path, 'etcd'),
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_INITIAL_CLUSTER: `etcd1=http://127.0.0.1:${peer}`,
    },
  })
  const startPatroni = (name: string, port: number, restPort: number) =>
    start({
      name,
      command: 'patroni',
      args: [join(deployed, 'patroni.yml')],
      env: {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(folder.path, name),
        PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_PASSWORD: password,
      },
    })
  const members: Member[] = []
  /** Rejects with what Patroni wrote if there is no primary with a synchronous standby in time. */
  const isWhole = () =>
    until(async () => {
      const states = await statesBy(members[0]!)
      const running = states.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = running.map(({ role }) => role)
      return roles.includes('leader') && (members.length < 2 || roles.includes('sync_standby'))
    }, 120_000)
  for (const [at, name] of ['db1', 'db2'].entries()) {
    const [port, restPort] = [ports[at * 2]!, ports[at * 2 + 1]!]
    const dataDir = join(folder.path, name)
    members.push({ name, port, restPort, dataDir, patroni: startPatroni(name, port, restPort) })
    await isWhole()
  }
  const [db1, db2] = members as [Member, Member]
  const haproxy = start({
    name: 'haproxy',
    command: '/usr/sbin/haproxy',
    args: ['-db', '-f', join(deployed, 'haproxy.cfg')],
    env: {
      PRIMARY_PORT: String(primary),
      DB1_HOST: '127.0.0.1',
      DB1_PORT: String(db1.port),
      DB1_CHECK_PORT: String(db1.restPort),
      DB2_HOST: '127.0.0.1',
      DB2_PORT: String(db2.port),
      DB2_CHECK_PORT: String(db2.restPort),
    },
    asRoot: true,
  })
  const leader = async (): Promise<Member> => {
    const found = (await Promise.all(members.map(isPrimary))).indexOf(true)
    return members[found] ?? (await leader())
  }
  return {
    members: [db1, db2] as const,
    /** The address of a user at HAProxy, at both servers, and at the present primary. */
    addresses: async (user: string, database: string) => {
      const at = (hosts: string, options = '') =>
        `postgresql://${user}:${password}@${hosts}/${database}${options}`
      return {
        byHaproxy: at(`127.0.0.1:${primary}`),
        byList: at(
          members.map(({ port }) => `127.0.0.1:${port}`).join(','),
          '?target_session_attrs=read-write',
        ),
        atPrimary: at(`127.0.0.1:${(await leader()).port}`),
      }
    },
    password,
    leader,
    isWhole,
    switchOver: async () => {
      const from = await leader()
      const to = members.find(member => member !== from)!
      const body = JSON.stringify({ leader: from.name, candidate: to.name })
      const answer = await asks(from.restPort, '/switchover', { method: 'POST', body })
      if (answer.status !== 200) throw new Error(await answer.text())
    },
    killPrimary: async () => {
      const { dataDir } = await leader()
      process.kill(
        Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]),
        'SIGKILL',
      )
    },
    logs: () => Promise.all(members.map(({ name }) => readFile(join(folder.path, `${name}.log`), 'utf8'))),
    stop: async () => {
      // Patroni stops its PostgreSQL when it is told to end.
      for (const child of [haproxy, ...members.map(({ patroni }) => patroni), etcd]) {
        const ended = new Promise(resolve => child.once('close', resolve))
        child.kill('SIGTERM')
        await ended
      }
      await folder.remove()
    },
  }
}
