import type pg from 'pg'

// Opening and closing a transaction and naming the firm belong to the connection, not to the call.
const isOfConnection = (text: string) =>
  /^(begin|commit|rollback|select set_config\(|update sessions set last_at)/i.test(text)

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

/** The statements that some work sends through a pool, its session's included. */
export const statementsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> => {
  const seen: string[] = []
  const watch = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const count = (...args: unknown[]) => {
      const text = textOf(args[0]).trim()
      if (!isOfConnection(text)) seen.push(text)
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
