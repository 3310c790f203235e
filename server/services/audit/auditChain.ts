import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'
import { logHeads, logs } from '../../db/tables.ts'
import type { Anchor } from '../../process/anchors.ts'
import { plainHash, sealedHash, signerOf } from '../../process/auditSeal.ts'
import { type Checkpoint, checkpointOf } from './logExpiry.ts'
import { chainText, hashedContent, type LogRow } from './logChain.ts'

/** Consecutive rows that are changed, missing or in the wrong place. */
type Gap = { from: number; to: number }
type Verified = {
  checked: number
  /** The rows removed after their retention period, according to a signed row of the chain. */
  expired: Checkpoint | null
  broken: Gap[]
  /** Unsigned rows at the beginning; recomputed ones would look the same. */
  plain: number
  /** Rows signed with other keys, by the key's name; only that key can verify them. */
  others: { key: string; rows: Gap[] }[]
}

/** Rows that occupy the thread for some 20 ms. */
const BATCH_ROWS = 1000

const addGap = (broken: Gap[], from: number, to = from) => {
  const last = broken.at(-1)
  if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
  else broken.push({ from, to })
}

type StoredRow = { prevHash: string; seq: number; id: number; hash: string; row: LogRow }

/** Whether the hash is that of the row in its place. */
const isIntact = ({ hash, row, ...place }: StoredRow): boolean => {
  const sign = signerOf(hash).by === 'nobody' ? plainHash : sealedHash
  return sign(chainText(place, hashedContent(row))) === hash
}

const addForeignRow = (others: Verified['others'], key: string, seq: number) => {
  const known = others.find(it => it.key === key)
  if (known) addGap(known.rows, seq)
  else others.push({ key, rows: [{ from: seq, to: seq }] })
}

/** Counts the row and returns whether it is unchanged, as far as the key of this process can verify it. */
const checkRow = (found: Verified, kept: StoredRow): boolean => {
  const signer = signerOf(kept.hash)
  const { checked, plain } = found
  found.checked += 1
  if (plain === checked && signer.by === 'nobody') found.plain += 1
  if (signer.by === 'other') {
    addForeignRow(found.others, signer.name, kept.seq)
    return true
  }
  // Once a key exists no row is written unsigned.
  return isIntact(kept) && (signer.by === 'own' || plain === checked)
}

type ChainPosition = { seq: number; hash: string }

/**
 * The position from which only the last rows are verified; the beginning of the log if it has no more rows.
 */
const startOfLastRows = async (
  db: Db,
  firmId: number,
  most: number,
  whole: ChainPosition,
): Promise<ChainPosition> => {
  const [row] = await db
    .select({ seq: logs.seq, hash: logs.hash })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), gt(logs.seq, whole.seq)))
    .orderBy(desc(logs.seq))
    .offset(most)
    .limit(1)
  return row ?? whole
}

/**
 * Rows up to the checkpoint still exist between the log row about their removal and the removal of their
 * partition. They must lead to the checkpoint without a gap. Returns the number of the first of these rows if
 * they do not, otherwise null. `most` limits the check to this many rows.
 */
const brokenRemnant = async (
  db: Db,
  firmId: number,
  begin: ChainPosition,
  most = begin.seq,
): Promise<number | null> => {
  const rowsBehind = (seq: number, rows = BATCH_ROWS) =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, firmId), gt(logs.seq, seq), lte(logs.seq, begin.seq)))
      .orderBy(asc(logs.seq))
      .limit(rows)
  const [first] = await rowsBehind(0, 1)
  if (!first) return null
  let before: ChainPosition | null = null
  for (let seq = Math.max(0, begin.seq - most); ; seq = before.seq) {
    const rows: (typeof logs.$inferSelect)[] = await rowsBehind(seq)
    for (const { id, search: _search, seq: found, prevHash, hash, ...row } of rows) {
      const isNext: boolean = before === null || (found === before.seq + 1 && prevHash === before.hash)
      const isOther = signerOf(hash).by === 'other'
      if (!isNext || !(isOther || isIntact({ prevHash, seq: found, id, hash, row }))) return first.seq
      before = { seq: found, hash }
    }
    if (before?.seq !== begin.seq || before.hash !== begin.hash) {
      if (rows.length < BATCH_ROWS || !before) return first.seq
    } else return null
  }
}

const headOf = async (db: Db, firmId: number) => {
  const [head] = await db.select().from(logHeads).where(eq(logHeads.firmId, firmId))
  return head
}

/**
 * Recomputes a firm's chain to its end; each row is compared with the stored row before it. `most` limits
 * this to so many rows at the end.
 */
export const verifyAudit = async (
  db: Db,
  firmId: number,
  anchors: readonly Anchor[] = [],
  most?: number,
): Promise<Verified> => {
  const expired = await checkpointOf(db, firmId)
  const result: Verified = { checked: 0, expired, broken: [], plain: 0, others: [] }
  const { broken } = result
  const begin = expired?.seq ?? 0
  const chainStart = { seq: begin, hash: expired?.hash ?? '' }
  let { hash, seq } = most === undefined ? chainStart : await startOfLastRows(db, firmId, most, chainStart)
  const anchored = new Map(anchors.filter(it => it.firmId === firmId).map(it => [it.seq, it.hash]))
  const anchoredBegin = anchored.get(begin)
  if (anchoredBegin !== undefined && anchoredBegin !== hash) addGap(broken, begin)
  const remnant = await brokenRemnant(db, firmId, chainStart, most)
  if (remnant !== null) addGap(broken, remnant, begin)
  for (;;) {
    const rows = await db
      .select()
      .from(logs)
      .where(sql`${logs.firmId} = ${firmId} and ${logs.seq} > ${seq}`)
      .orderBy(asc(logs.seq))
      .limit(BATCH_ROWS)
    for (const { id, search: _search, seq: found, prevHash, hash: kept, ...row } of rows) {
      const isNext = found === seq + 1
      if (!isNext) addGap(broken, seq + 1, found - 1)
      // After a missing row only the row's own hash can be checked.
      const isGenuine = checkRow(result, { prevHash, seq: found, id, hash: kept, row })
      const isElsewhere = anchored.has(found) && anchored.get(found) !== kept
      if ((isNext && prevHash !== hash) || !isGenuine || isElsewhere) addGap(broken, found)
      ;[hash, seq] = [kept, found]
    }
    if (rows.length === BATCH_ROWS) continue
    const end = await headOf(db, firmId)
    // Rows that were appended since the last ones were read are verified too.
    if (rows.length === 0 || !end || end.seq <= seq) break
  }
  const head = await headOf(db, firmId)
  let end = head?.seq ?? 0
  for (const position of anchored.keys()) end = Math.max(end, position)
  if (end > seq) addGap(broken, seq + 1, end)
  else if (head?.seq !== seq || head.hash !== hash) {
    if (seq > 0 || head) addGap(broken, (head?.seq ?? 0) + 1, Math.max(seq, (head?.seq ?? 0) + 1))
  }
  return result
}

export const formatGaps = (broken: readonly Gap[]) =>
  broken.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
