import { asc, eq, sql } from 'drizzle-orm'

import type { Db } from '../db/open.ts'
import { logHeads, logs } from '../db/tables.ts'
import { type Anchor, plainHash, sealedHash, sealOf, signerOf } from '../process/auditSeal.ts'
import { chainText, contentOf, type Row } from './audit.ts'

/** One after another that do not fit: changed, missing, or in the wrong place. */
type Gap = { from: number; to: number }
type Verified = {
  checked: number
  broken: Gap[]
  /** Rows at the beginning that no key signed: recomputed ones would look the same. */
  plain: number
  /** Signed rows, where there is no key to hold against them. */
  foreign: number
}

const step = 5000

const add = (broken: Gap[], from: number, to = from) => {
  const last = broken.at(-1)
  if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
  else broken.push({ from, to })
}

type Kept = { prevHash: string; seq: number; hash: string; row: Row }

/** Whether the row is as it was written; null where that can't be known without its key. */
const isGenuine = ({ prevHash, seq, hash, row }: Kept, isSigned: boolean): boolean | null => {
  const signer = signerOf(hash)
  if (signer === 'other') return sealOf() ? false : null
  const text = chainText(prevHash, seq, contentOf(row))
  // Since there is a key, nobody writes without it.
  if (signer === 'plain') return !isSigned && plainHash(text) === hash
  return sealedHash(text) === hash
}

/** Recomputes a firm's chain to its end: each row is held against the one before it as it stands. */
export const verifyAudit = async (
  db: Db,
  firmId: number,
  anchors: readonly Anchor[] = [],
): Promise<Verified> => {
  const broken: Gap[] = []
  let [hash, seq, checked] = ['', 0, 0]
  let [plain, foreign] = [0, 0]
  const anchored = new Map(anchors.filter(it => it.firmId === firmId).map(it => [it.seq, it.hash]))
  for (;;) {
    const rows = await db
      .select()
      .from(logs)
      .where(sql`${logs.firmId} = ${firmId} and ${logs.seq} > ${seq}`)
      .orderBy(asc(logs.seq))
      .limit(step)
    for (const { id: _, search: _search, seq: found, prevHash, hash: kept, ...row } of rows) {
      const isNext = found === seq + 1
      if (!isNext) add(broken, seq + 1, found - 1)
      // After a missing row only its own hash can be held against it.
      const genuine = isGenuine({ prevHash, seq: found, hash: kept, row }, plain < checked)
      if (genuine === null) foreign += 1
      if (plain === checked && signerOf(kept) === 'plain') plain += 1
      checked += 1
      const isElsewhere = anchored.has(found) && anchored.get(found) !== kept
      if ((isNext && prevHash !== hash) || genuine === false || isElsewhere) add(broken, found)
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
  return { checked, broken, plain, foreign }
}

export const gapText = (broken: readonly Gap[]) =>
  broken.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
