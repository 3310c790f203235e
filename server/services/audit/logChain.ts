import { getTableColumns } from 'drizzle-orm'

import { beforeCommit, type Db, sendTogether } from '../../db/connection/open.ts'
import { logs } from '../../db/tables.ts'
import { type Notice, storeNotices } from '../webhooks/notices.ts'
import { sealedHash } from '../../process/auditSeal.ts'

export type LogRow = Omit<typeof logs.$inferInsert, 'seq' | 'prevHash' | 'hash' | 'id'>

/** JSON with sorted keys: jsonb does not preserve their order, which a hash depends on. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    it && typeof it === 'object' && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  )

/** The part of a row that its hash covers besides its position and the previous hash. */
export const hashedContent = (row: LogRow) => canonical({ ...row, createdAt: row.createdAt.toISOString() })

/** A row with its position, its hash and the hashed text, as exports, archives and forwarded copies contain it. */
export const chainLine = (stored: typeof logs.$inferSelect): string => {
  const { id, search: _search, seq, prevHash, hash, ...row } = stored
  const { firmId } = row
  return `${JSON.stringify({ firmId, seq, id, prevHash, hash, content: hashedContent(row) })}\n`
}

type Place = { prevHash: string; seq: number; id: number }

/** The complete text that a row's hash covers. */
export const chainText = ({ prevHash, seq, id }: Place, content: string) =>
  `${prevHash}\n${seq}\n${id}\n${content}`

const positionColumns = ['seq', 'prevHash', 'hash', 'id']
/** The columns whose values do not depend on the row's position in the chain. */
export const contentColumns = Object.keys(getTableColumns(logs)).filter(
  it => !['search', ...positionColumns].includes(it),
)
const columns = [...positionColumns, ...contentColumns]
const snake = (name: string) => name.replaceAll(/[A-Z]/g, it => `_${it.toLowerCase()}`)
const columnList = columns.map(snake).join(', ')

/** Reserves ids for this many rows, since the hash of a row covers its id. */
const lockHead = `select seq::int8, hash,
  array(select nextval('logs_id_seq')::text from generate_series(1, $2::int)) as ids
  from log_heads where firm_id = $1 for update`
const addHead = `insert into log_heads (firm_id, seq, hash) values ($1, 0, '') on conflict do nothing`
/** Inserts this many rows and updates the end of the chain in one statement. */
const addRows = (count: number, hasNotices = false) => {
  const rowText = (row: number) =>
    `(${columns.map((_, at) => `$${row * columns.length + at + 4}`).join(', ')})`
  const notices = hasNotices ? `, ${storeNotices(`$${count * columns.length + 4}`, '$3')}` : ''
  const inserted = `insert into logs (${columnList}) values ${Array.from({ length: count }, (_, row) => rowText(row)).join(', ')}`
  const head = 'with head as (update log_heads set seq = $1, hash = $2 where firm_id = $3)'
  return hasNotices
    ? `${head}${notices}, added as (${inserted}) select count(*) from queued`
    : `${head} ${inserted}`
}
const addRow = addRows(1)
const addRowWithNotices = addRows(1, true)

type Head = { seq: string; hash: string; ids: string[] }

/** Locks the end of the firm's chain; creates it for the firm's first row. */
const lockedHead = async (db: Db, firmId: number, count: number) => {
  const lock = () => db.prepared<Head>({ name: 'lock_end_of_log', text: lockHead, values: [firmId, count] })
  const { rows } = await lock()
  if (rows[0]) return rows[0]
  await db.$client.query({ text: addHead, values: [firmId] })
  return (await lock()).rows[0]!
}

export type PreparedLogRow = {
  firmId: number
  content: string
  values: unknown[]
  /** The events that the row is, for the webhooks that want them. */
  notices: readonly Notice[]
}

/** Rows per statement; PostgreSQL accepts at most 65,535 parameters. */
const MAX_ROWS_PER_INSERT = 1_000

/**
 * Appends rows by two statements, the first of which locks the end of the firm's chain until COMMIT.
 * Everything else is prepared before, since every other transaction that logs waits for this lock.
 */
export const addToChain = async (db: Db, ready: readonly PreparedLogRow[]): Promise<void> => {
  const { firmId } = ready[0]!
  const head = await lockedHead(db, firmId, ready.length)
  let [seq, hash] = [Number(head.seq), head.hash]
  const chained = ready.map(({ content, values }, at) => {
    const [prevHash, id] = [hash, Number(head.ids[at])]
    seq += 1
    hash = sealedHash(chainText({ prevHash, seq, id }, content))
    return { seq, hash, values: [seq, prevHash, hash, id, ...values] }
  })
  for (let start = 0; start < chained.length; start += MAX_ROWS_PER_INSERT) {
    const rows = chained.slice(start, start + MAX_ROWS_PER_INSERT)
    const end = rows.at(-1)!
    const notices = ready.slice(start, start + MAX_ROWS_PER_INSERT).flatMap(it => it.notices)
    const hasNotices = notices.length > 0
    const noticeValues = hasNotices ? [JSON.stringify(notices)] : []
    const values = [end.seq, end.hash, firmId, ...rows.flatMap(it => it.values), ...noticeValues]
    sendTogether(db.$client)
    const adding =
      rows.length === 1
        ? db.prepared({
            name: hasNotices ? 'add_log_with_notices' : 'add_log',
            text: hasNotices ? addRowWithNotices : addRow,
            values,
          })
        : db.$client.query({ text: addRows(rows.length, hasNotices), values })
    await beforeCommit(db, adding)
  }
}
