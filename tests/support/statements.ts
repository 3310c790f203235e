import pg from 'pg'

// Statements that open or close a transaction or set the firm belong to the connection and not to the call.
const isOfConnection = (text: string) =>
  /^(begin|commit|rollback|set local |update sessions set last_at)/i.test(text)

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

type Query = { text: string; values: unknown[] }

const valuesOf = ([query, values]: unknown[]): unknown[] => {
  const boundValues = (query as { values?: unknown[] } | null)?.values ?? values
  return Array.isArray(boundValues) ? boundValues : []
}

type Send = (...args: unknown[]) => unknown

/** Wraps the `query` method of each client that `work` acquires. */
const watching = async (pool: pg.Pool, lay: (send: Send) => Send, work: () => Promise<unknown>) => {
  const watch = (client: pg.PoolClient) =>
    void Object.assign(client, { query: lay(client.query.bind(client) as Send) })
  const unwatch = (_error: Error | undefined, client: pg.PoolClient) => {
    // The client's own method is visible again once the wrapper is deleted.
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

/** The queries that `work` sends through a pool, including the session look-up. */
export const queriesOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<Query[]> => {
  const sentQueries: Query[] = []
  const note =
    (send: Send) =>
    (...args: unknown[]) => {
      const text = textOf(args[0]).trim()
      if (!isOfConnection(text)) sentQueries.push({ text, values: valuesOf(args) })
      return send(...args)
    }
  await watching(pool, note, work)
  return sentQueries
}

/**
 * The number of database round trips of `work`: queries sent before an answer arrives share one round trip.
 */
export const waitsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<number> => {
  let roundTrips = 0
  let isWaiting = false
  const note =
    (send: Send) =>
    async (...args: unknown[]) => {
      if (!isWaiting) roundTrips += 1
      isWaiting = true
      try {
        return await send(...args)
      } finally {
        isWaiting = false
      }
    }
  await watching(pool, note, work)
  return roundTrips
}

/** The texts of the queries without their parameters. */
export const statementsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesOf(pool, work)).map(it => it.text)

/** The texts of all that this process sends to any database while some work runs, over pools and single connections. */
export const everyStatementOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const statements: string[] = []
  // eslint-disable-next-line typescript/unbound-method -- called below with the client as its `this`
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements.push(textOf(args[0]).trim())
    return Reflect.apply(send, this, args)
  } as typeof send
  try {
    await work()
  } finally {
    pg.Client.prototype.query = send
  }
  return statements
}
