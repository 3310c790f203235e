import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'
import { logHeads, logs } from '../../db/tables.ts'
import { type Anchor, plainHash, sealedHash, signerOf } from '../../process/auditSeal.ts'
import { type Checkpoint, checkpointOf } from './logExpiry.ts'
import { chainText, chainTextWithoutId, hashedContent, type LogRow } from './logChain.ts'

/** One after another that do not fit: changed, missing, or in the wrong place. */
type Gap = { from: number; to: number }
type Verified = {
  checked: number
  /** What was removed from the beginning after its time, as a signed row of the chain says. */
  expired: Checkpoint | null
  broken: Gap[]
  /** Rows at the beginning that no key signed: recomputed ones would look the same. */
  plain: number
  /** Rows at the beginning whose ids an earlier release did not vouch for. */
  withoutId: number
  /** Rows that another key signed, by its name: only that key can be held against them. */
  others: { key: string; rows: Gap[] }[]
}

const step = 5000

const add = (broken: Gap[], from: number, to = from) => {
  const last = broken.at(-1)
  if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
  else broken.push({ from, to })
}

type Kept = { prevHash: string; seq: number; id: number; hash: string; row: LogRow }

/** By what a row is as it was written: with its id or, by an earlier release, without; null where by neither. */
const genuineBy = ({ hash, row, ...place }: Kept): 'id' | 'withoutId' | null => {
  const sign = signerOf(hash).by === 'nobody' ? plainHash : sealedHash
  const content = hashedContent(row)
  if (sign(chainText(place, content)) === hash) return 'id'
  return sign(chainTextWithoutId(place, content)) === hash ? 'withoutId' : null
}

const addOther = (others: Verified['others'], key: string, seq: number) => {
  const known = others.find(it => it.key === key)
  if (known) add(known.rows, seq)
  else others.push({ key, rows: [{ from: seq, to: seq }] })
}

/** Counts the row, and says whether it is as it was written, as far as this process's key can tell. */
const judge = (found: Verified, kept: Kept): boolean => {
  const signer = signerOf(kept.hash)
  const { checked, plain, withoutId } = found
  found.checked += 1
  if (plain === checked && signer.by === 'nobody') found.plain += 1
  if (signer.by === 'other') {
    if (withoutId === checked) found.withoutId += 1
    addOther(found.others, signer.name, kept.seq)
    return true
  }
  const by = genuineBy(kept)
  if (by === 'withoutId' && withoutId === checked) found.withoutId += 1
  // Since there is a key nobody writes without it, and since ids are vouched for nobody writes without that.
  const isInOrder = (signer.by === 'own' || plain === checked) && (by === 'id' || withoutId === checked)
  return by !== null && isInOrder
}

type Begin = { seq: number; hash: string }

/** Where to begin so that only the last rows are verified; the whole log where it has no more. */
const beginOfLast = async (db: Db, firmId: number, most: number, whole: Begin): Promise<Begin> => {
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
 * Rows up to the one with which the chain begins are still there between the row that says of their removal and the removal
 * of their partition. They lead to it without a gap; otherwise the number of the first one is answered, and null where all is well.
 * `most` limits it to so many rows.
 */
const strayBefore = async (
  db: Db,
  firmId: number,
  begin: Begin,
  most = begin.seq,
): Promise<number | null> => {
  const rowsBehind = (seq: number, rows = step) =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, firmId), gt(logs.seq, seq), lte(logs.seq, begin.seq)))
      .orderBy(asc(logs.seq))
      .limit(rows)
  const [first] = await rowsBehind(0, 1)
  if (!first) return null
  let before: Begin | null = null
  for (let seq = Math.max(0, begin.seq - most); ; seq = before.seq) {
    const rows: (typeof logs.$inferSelect)[] = await rowsBehind(seq)
    for (const { id, search: _search, seq: found, prevHash, hash, ...row } of rows) {
      const isNext: boolean = before === null || (found === before.seq + 1 && prevHash === before.hash)
      const isOther = signerOf(hash).by === 'other'
      if (!isNext || !(isOther || genuineBy({ prevHash, seq: found, id, hash, row }))) return first.seq
      before = { seq: found, hash }
    }
    if (before?.seq !== begin.seq || before.hash !== begin.hash) {
      if (rows.length < step || !before) return first.seq
    } else return null
  }
}

/**
 * Recomputes a firm's chain to its end: each row is held against the one before it as it stands. `most` limits it to so many
 * rows at the end.
 */
export const verifyAudit = async (
  db: Db,
  firmId: number,
  anchors: readonly Anchor[] = [],
  most?: number,
): Promise<Verified> => {
  const expired = await checkpointOf(db, firmId)
  const result: Verified = { checked: 0, expired, broken: [], plain: 0, withoutId: 0, others: [] }
  const { broken } = result
  const begin = expired?.seq ?? 0
  const whole = { seq: begin, hash: expired?.hash ?? '' }
  let { hash, seq } = most === undefined ? whole : await beginOfLast(db, firmId, most, whole)
  const anchored = new Map(anchors.filter(it => it.firmId === firmId).map(it => [it.seq, it.hash]))
  const anchoredBegin = anchored.get(begin)
  if (anchoredBegin !== undefined && anchoredBegin !== hash) add(broken, begin)
  const stray = await strayBefore(db, firmId, whole, most)
  if (stray !== null) add(broken, stray, begin)
  for (;;) {
    const rows = await db
      .select()
      .from(logs)
      .where(sql`${logs.firmId} = ${firmId} and ${logs.seq} > ${seq}`)
      .orderBy(asc(logs.seq))
      .limit(step)
    for (const { id, search: _search, seq: found, prevHash, hash: kept, ...row } of rows) {
      const isNext = found === seq + 1
      if (!isNext) add(broken, seq + 1, found - 1)
      // After a missing row only its own hash can be held against it.
      const isGenuine = judge(result, { prevHash, seq: found, id, hash: kept, row })
      const isElsewhere = anchored.has(found) && anchored.get(found) !== kept
      if ((isNext && prevHash !== hash) || !isGenuine || isElsewhere) add(broken, found)
      ;[hash, seq] = [kept, found]
    }
    if (rows.length < step) break
  }
  const [head] = await db.select().from(logHeads).where(eq(logHeads.firmId, firmId))
  const end = Math.max(head?.seq ?? 0, ...anchored.keys())
  if (end > seq) add(broken, seq + 1, end)
  else if (head?.seq !== seq || head.hash !== hash) {
    if (seq > 0 || head) add(broken, (head?.seq ?? 0) + 1, Math.max(seq, (head?.seq ?? 0) + 1))
  }
  return result
}

export const gapText = (broken: readonly Gap[]) =>
  broken.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
