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

/** What some work asks a pool, its session's look-up included. */
export const queriesOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<Query[]> => {
  const seen: Query[] = []
  const watch = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const count = (...args: unknown[]) => {
      const text = textOf(args[0]).trim()
      if (!isOfConnection(text)) seen.push({ text, values: valuesOf(args) })
      return send(...args)
    }
    Object.assign(client, { query: count })
  }
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
  return seen
}

/** The same, without what was asked for in particular. */
export const statementsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesOf(pool, work)).map(it => it.text)
