import { createHash } from 'node:crypto'

import type pg from 'pg'

// Promise Q57 (server/promises.md).

/** So many plans a connection keeps; each costs the database some memory. */
const most = 250
const longest = 6_000

const names = new Map<string, string>()

/**
 * A page or a search is best found in a way that depends upon what is asked, and lists of values make texts without
 * number; everything else finds, changes or adds by key.
 */
const isOfOnePlan = (text: string) => text.length <= longest && !/ limit | like | in \([^)]*,/i.test(text)

/** The name under which a connection keeps the plan of a statement; none for what is better planned anew. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= most || !isOfOnePlan(text)) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

type Config = { text: string; name?: string | undefined }

const isConfig = (given: unknown): given is Config =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'

const textOf = (given: unknown) => (isConfig(given) ? given.text : String(given))

/** The client, as Drizzle sees it: what it asks has a name where that spares the planning. */
export const withNames = (client: pg.PoolClient, onSend: (text: string) => void): pg.PoolClient => {
  const send = (config: unknown, ...rest: unknown[]): unknown => {
    onSend(textOf(config))
    // As it is now: whoever watches a client has laid another over it.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const name = isConfig(config) && !config.name && nameOf(config.text)
    return query(name ? { ...config, name } : config, ...rest)
  }
  return Object.assign(Object.create(client) as pg.PoolClient, { query: send })
}

const corked = new WeakSet<object>()

/** What is asked in one breath leaves in one write: each write wakes the database. */
export const inOneWrite = ({ connection: { stream } }: pg.PoolClient): void => {
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
