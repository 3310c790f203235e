import { lookup } from 'node:dns/promises'
import { Socket } from 'node:net'

import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

import { DatabaseDown } from './connectionErrors.ts'
import { requirePrimary } from './primary.ts'

// Supports addresses with several servers, as libpq does: the client connects to the one that accepts writes
// (`target_session_attrs`, https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
// The pg driver knows only one server, so this socket finds the primary itself; after a failover, each new
// connection goes to the promoted server.

type Server = { host: string; port: number }

/** Milliseconds that a server has to say whether it accepts writes. */
const answerMs = 1_000
/** Milliseconds for which the primary is remembered, unless a connection breaks before. */
const knownForMs = 5_000
const defaultPort = 5432

const addressPattern = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/

const portOf = (text: string | undefined) => Number(text || defaultPort)

/** Parses `a:5432,b:5433`; an IPv6 address stands in brackets. */
const serversIn = (text: string): Server[] =>
  text.split(',').map(part => {
    const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(part) ?? [undefined, part, undefined]
    return { host: host.replaceAll(/^\[|\]$/g, ''), port: portOf(port) }
  })

type Servers = {
  servers: Server[]
  /** The address with only the first of the servers. */
  first: string
  /** Whether the address asks for the server that accepts writes, of all to which its names lead. */
  isPrimaryWanted: boolean
}

/** The servers of an address. */
export const serversOf = (address: string): Servers => {
  const [, start, authority, rest] = addressPattern.exec(address) ?? []
  if (authority === undefined) return { servers: [], first: address, isPrimaryWanted: false }
  const [first = ''] = authority.split(',')
  const single = `${start}${first}${rest}`
  const parameters = new URL(single).searchParams
  const isPrimaryWanted = ['read-write', 'primary'].includes(parameters.get('target_session_attrs') ?? '')
  const hosts = parameters.get('host')?.split(',')
  if (!hosts) return { servers: serversIn(authority), first: single, isPrimaryWanted }
  const ports = parameters.get('port')?.split(',') ?? []
  return {
    servers: hosts.map((host, at) => ({ host, port: portOf(ports[at] ?? ports[0]) })),
    first: single,
    isPrimaryWanted,
  }
}

/** The servers at all addresses to which the name of this one leads; itself where the name cannot be resolved. */
const resolved = async ({ host, port }: Server): Promise<Server[]> => {
  if (host.startsWith('/')) return [{ host, port }]
  const found = await lookup(host, { all: true }).catch(() => [{ address: host }])
  return found.map(({ address }) => ({ host: address, port }))
}

type Answer = { isReplica: boolean; timeline: string | null }

/** The timeline is the first eight digits of a WAL file name; each promotion increments it. */
const answerSql = `select pg_is_in_recovery() as "isReplica", case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

const askServer = async (config: pg.ClientConfig, server: Server) => {
  const client = new pg.Client({
    ...config,
    ...server,
    stream: undefined,
    application_name: 'tenant-admin',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Answer>(answerSql)
    if (rows[0]!.isReplica) throw new Error(`${server.host}:${server.port} is a replica`)
    return { server, timeline: rows[0]!.timeline! }
  } finally {
    // Not awaited, since a server that does not answer does not close the connection properly either.
    void client.end().catch(() => undefined)
  }
}

/**
 * Chooses, of several servers that accept writes, the one promoted last: any other is a former primary that
 * came back.
 */
const findPrimary = async (config: pg.ClientConfig, servers: readonly Server[]): Promise<Server> => {
  const everyServer = (await Promise.all(servers.map(resolved))).flat()
  const answers = await Promise.allSettled(everyServer.map(server => askServer(config, server)))
  const primaries = answers.flatMap(it => (it.status === 'fulfilled' ? [it.value] : []))
  const [newest] = primaries.toSorted((a, b) => b.timeline.localeCompare(a.timeline))
  if (newest) return newest.server
  const reasons: unknown[] = answers.flatMap(it => (it.status === 'rejected' ? [it.reason] : []))
  throw new DatabaseDown('no server of the address takes writes', { cause: reasons[0] })
}

const primaryOf = (config: pg.ClientConfig, servers: readonly Server[]) => {
  let cachedPrimary: { at: number; server: Promise<Server> } | undefined
  return {
    find: (): Promise<Server> => {
      if (!cachedPrimary || performance.now() - cachedPrimary.at > knownForMs)
        cachedPrimary = { at: performance.now(), server: findPrimary(config, servers) }
      return cachedPrimary.server
    },
    forget: (): void => void (cachedPrimary = undefined),
  }
}

class PrimarySocket extends Socket {
  readonly #primary: ReturnType<typeof primaryOf>
  constructor(primary: ReturnType<typeof primaryOf>) {
    super()
    this.#primary = primary
    this.once('close', () => primary.forget())
  }
  /** Ignores the server that the driver names. */
  override connect(): this {
    const connectTo = ({ host, port }: Server) => {
      if (this.destroyed) return
      if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`)
      else super.connect(port, host)
    }
    this.#primary.find().then(connectTo, (error: Error) => {
      this.#primary.forget()
      this.destroy(error)
    })
    return this
  }
}

/**
 * The pg configuration for an address with one server, or with several of which one accepts writes. Pools refuse
 * connections to a server that accepts none.
 */
export const connectionBy = (address: string): pg.PoolConfig => {
  const { servers, first, isPrimaryWanted } = serversOf(address)
  const config = { ...parseIntoClientConfig(first), onConnect: requirePrimary }
  if (servers.length < 2 && !isPrimaryWanted) return config
  const primary = primaryOf(config, servers)
  return { ...config, ...servers[0]!, stream: () => new PrimarySocket(primary) }
}
