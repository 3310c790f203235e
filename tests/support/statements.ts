import type pg from 'pg'

// Opening and closing a transaction and naming the firm belong to the connection, not to the call.
const isOfConnection = (text: string) =>
  /^(begin|commit|rollback|select set_config\(|update sessions set last_at)/i.test(text)

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

type Query = { text: string; values: unknown[] }

const valuesOf = ([query, values]: unknown[]): unknown[] => {
  const given = (query as { values?: unknown[] } | null)?.values ?? values
  return Array.isArray(given) ? given : []
}

type Send = (...args: unknown[]) => unknown

/** Lays another `query` over that of each client which the work takes. */
const watching = async (pool: pg.Pool, lay: (send: Send) => Send, work: () => Promise<unknown>) => {
  const watch = (client: pg.PoolClient) =>
    void Object.assign(client, { query: lay(client.query.bind(client) as Send) })
  const unwatch = (_error: Error | undefined, client: pg.PoolClient) => {
    // The client's own method shows again once the one laid over it is gone.
    Reflect.deleteProperty(client, 'query')
  }
  pool.on('acquire', watch)
  pool.on('release', unwatch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    pool.off('release', unwatch)
  }
}

/** What some work asks a pool, its session's look-up included. */
export const queriesOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<Query[]> => {
  const seen: Query[] = []
  const note =
    (send: Send) =>
    (...args: unknown[]) => {
      const text = textOf(args[0]).trim()
      if (!isOfConnection(text)) seen.push({ text, values: valuesOf(args) })
      return send(...args)
    }
  await watching(pool, note, work)
  return seen
}

/** How often some work waits for the database: what is sent before an answer comes costs one wait. */
export const waitsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<number> => {
  let waits = 0
  let isWaiting = false
  const note =
    (send: Send) =>
    async (...args: unknown[]) => {
      if (!isWaiting) waits += 1
      isWaiting = true
      try {
        return await send(...args)
      } finally {
        isWaiting = false
      }
    }
  await watching(pool, note, work)
  return waits
}

/** The same, without what was asked for in particular. */
export const statementsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesOf(pool, work)).map(it => it.text)
