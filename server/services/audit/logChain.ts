import { getTableColumns } from 'drizzle-orm'

import { beforeCommit, type Db, sendTogether } from '../../db/connection/open.ts'
import { logs } from '../../db/tables.ts'
import { sealedHash } from '../../process/auditSeal.ts'

// This file keeps promise Q44 of server/promises.md.

export type LogRow = Omit<typeof logs.$inferInsert, 'seq' | 'prevHash' | 'hash' | 'id'>

/** JSON whose keys are sorted: jsonb does not keep their order, and a hash must. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    it && typeof it === 'object' && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  )

/** What a row's hash vouches for besides its place and the row before it. */
export const hashedContent = (row: LogRow) => canonical({ ...row, createdAt: row.createdAt.toISOString() })

/** A row with its place, its hash and the text that the hash was made of, as an export and an archive have it. */
export const chainLine = (stored: typeof logs.$inferSelect): string => {
  const { id, search: _search, seq, prevHash, hash, ...row } = stored
  return `${JSON.stringify({ seq, id, prevHash, hash, content: hashedContent(row) })}\n`
}

type Place = { prevHash: string; seq: number; id: number }

/** All that a row's hash vouches for. */
export const chainText = ({ prevHash, seq, id }: Place, content: string) =>
  `${prevHash}\n${seq}\n${id}\n${content}`

/** The same of a row that an earlier release wrote, which did not vouch for its id. */
export const chainTextWithoutId = ({ prevHash, seq }: Place, content: string) =>
  `${prevHash}\n${seq}\n${content}`

const placed = ['seq', 'prevHash', 'hash', 'id']
/** The columns whose values are known before the row's place is. */
export const toldColumns = Object.keys(getTableColumns(logs)).filter(
  it => !['search', ...placed].includes(it),
)
const columns = [...placed, ...toldColumns]
const snake = (name: string) => name.replaceAll(/[A-Z]/g, it => `_${it.toLowerCase()}`)
const listed = columns.map(snake).join(', ')

/** With the ids of so many rows: a hash is made before its row is. */
const lockHead = `select seq::int8, hash,
  array(select nextval('logs_id_seq')::text from generate_series(1, $2::int)) as ids
  from log_heads where firm_id = $1 for update`
const addHead = `insert into log_heads (firm_id, seq, hash) values ($1, 0, '') on conflict do nothing`
/** A row each, and the new end of the chain. */
const addRows = (count: number) => {
  const rowText = (row: number) =>
    `(${columns.map((_, at) => `$${row * columns.length + at + 4}`).join(', ')})`
  return `with head as (update log_heads set seq = $1, hash = $2 where firm_id = $3)
    insert into logs (${listed}) values ${Array.from({ length: count }, (_, row) => rowText(row)).join(', ')}`
}
const addRow = addRows(1)

type Head = { seq: string; hash: string; ids: string[] }

/** The end of the firm's chain, locked; a firm's first row makes it. */
const headOf = async (db: Db, firmId: number, count: number) => {
  const lock = () => db.prepared<Head>({ name: 'lock_end_of_log', text: lockHead, values: [firmId, count] })
  const { rows } = await lock()
  if (rows[0]) return rows[0]
  await db.$client.query({ text: addHead, values: [firmId] })
  return (await lock()).rows[0]!
}

export type Ready = { firmId: number; content: string; values: unknown[] }

/** PostgreSQL takes 65,535 parameters in a statement. */
const mostAtOnce = 1_000

/**
 * Appends rows by two statements, the first of which locks the end of the firm's chain until COMMIT: everything that can be
 * prepared was prepared before, since every other transaction that logs waits meanwhile.
 */
export const addToChain = async (db: Db, ready: readonly Ready[]): Promise<void> => {
  const { firmId } = ready[0]!
  const head = await headOf(db, firmId, ready.length)
  let [seq, hash] = [Number(head.seq), head.hash]
  const chained = ready.map(({ content, values }, at) => {
    const [prevHash, id] = [hash, Number(head.ids[at])]
    seq += 1
    hash = sealedHash(chainText({ prevHash, seq, id }, content))
    return { seq, hash, values: [seq, prevHash, hash, id, ...values] }
  })
  for (let start = 0; start < chained.length; start += mostAtOnce) {
    const rows = chained.slice(start, start + mostAtOnce)
    const end = rows.at(-1)!
    const values = [end.seq, end.hash, firmId, ...rows.flatMap(it => it.values)]
    sendTogether(db.$client)
    const adding =
      rows.length === 1
        ? db.prepared({ name: 'add_log', text: addRow, values })
        : db.$client.query({ text: addRows(rows.length), values })
    await beforeCommit(db, adding)
  }
}
