import { createHash, randomBytes, randomInt } from 'node:crypto'

import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Database, Db } from '../../db/connection/open.ts'
import { oneTimeCodes } from '../../db/tables.ts'
import { signText } from './secrets.ts'

type Kind = 'captcha' | 'sms' | 'ticket' | 'challenge'
/** Kinds that the client carries to its next call. */
type CarriedKind = 'ticket' | 'challenge'

/** What a code is valid for; it is refused anywhere else (promise Q08). */
type Binding = { kind: Kind; firmId: number; purpose: string; subject: string }

const secondMs = 1_000
const lifetimes: Record<Kind, { tries: number; lifeMs: number }> = {
  captcha: { tries: 1, lifeMs: 120 * secondMs },
  sms: { tries: 5, lifeMs: 300 * secondMs },
  ticket: { tries: 1, lifeMs: 600 * secondMs },
  challenge: { tries: 1, lifeMs: 300 * secondMs },
}
/** The lifetime in seconds, as the calls answer it. */
export const lifetimeSeconds = (kind: Kind) => lifetimes[kind].lifeMs / secondMs

export const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0')
const randomToken = () => randomBytes(24).toString('base64url')

/** Makes the id of a code before the code is stored. */
export const createCodeId = randomToken

// A keyed hash, because six digits are quickly found from a plain one; a dump of this table alone does not
// contain the key.
const codeHash = (database: Database, id: string, code: string) =>
  signText(database, 'code', `${id}\n${code}`)

type PreparedCode = Binding & { id: string; codeHash: string }

/**
 * A code in its stored form. It is prepared before the transaction, since signing may first read the
 * installation's secret.
 */
export const prepareCode = async (
  database: Database,
  binding: Binding,
  code: string,
  id = randomToken(),
): Promise<PreparedCode> => ({ ...binding, id, codeHash: await codeHash(database, id, code) })

/** Stores a code in the caller's transaction. */
export const insertCode = async (db: Db, code: PreparedCode, now: Date): Promise<void> => {
  const { tries, lifeMs } = lifetimes[code.kind]
  // A new SMS code replaces the earlier ones: a person who asks for another message types the code of the
  // last one.
  if (code.kind === 'sms')
    await db
      .update(oneTimeCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(oneTimeCodes.firmId, code.firmId),
          eq(oneTimeCodes.kind, code.kind),
          eq(oneTimeCodes.purpose, code.purpose),
          eq(oneTimeCodes.subject, code.subject),
          isNull(oneTimeCodes.usedAt),
        ),
      )
  const { id, kind, firmId, purpose, subject, codeHash: hash } = code
  await db.insert(oneTimeCodes).values({
    id,
    kind,
    firmId,
    purpose,
    subject,
    codeHash: hash,
    triesLeft: tries,
    expireAt: new Date(now.getTime() + lifeMs),
  })
}

/** Stores a code in a transaction of its own and returns its id. */
export const storeCode = async (
  database: Database,
  binding: Binding,
  code: string,
  now: Date,
  id?: string,
): Promise<string> => {
  const prepared = await prepareCode(database, binding, code, id)
  await database.write(binding.firmId, db => insertCode(db, prepared, now))
  return prepared.id
}

/** Milliseconds for which an expired code is kept. */
export const expiredCodeKeptMs = 3_600 * secondMs

/** When the SMS code with this id expires; null where it was used, replaced by a later one, or deleted. */
export const unusedCodeExpiry = async (db: Db, firmId: number, id: string): Promise<Date | null> => {
  const [row] = await db
    .select({ expireAt: oneTimeCodes.expireAt })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.id, id), eq(oneTimeCodes.firmId, firmId), isNull(oneTimeCodes.usedAt)))
  return row?.expireAt ?? null
}

/** A code that expires later than one made now could was made while the clock was ahead, and is refused. */
const isInTime = (kind: Kind, now: Date) =>
  and(
    gt(oneTimeCodes.expireAt, now),
    lte(oneTimeCodes.expireAt, new Date(now.getTime() + lifetimes[kind].lifeMs + 60 * secondMs)),
  )

type Consumption = Omit<Binding, 'purpose'> & { purposes: readonly string[]; id: string; code: string }

/**
 * Uses a code: returns its purpose when it was right, else null. It is one conditional statement in its own
 * transaction, so that of parallel uses one wins, and a wrong code costs an attempt even where the call is
 * refused.
 */
export const consumeCode = async (
  database: Database,
  use: Consumption,
  now: Date,
): Promise<string | null> => {
  const { kind, firmId, purposes, subject, id, code } = use
  const hash = await codeHash(database, id, code)
  const isRight = sql`${oneTimeCodes.codeHash} = ${hash}`
  const [row] = await database.write(firmId, db =>
    db
      .update(oneTimeCodes)
      .set({
        triesLeft: sql`${oneTimeCodes.triesLeft} - 1`,
        usedAt: sql`case when ${isRight} then ${now.toISOString()}::timestamptz end`,
      })
      .where(
        and(
          eq(oneTimeCodes.id, id),
          eq(oneTimeCodes.kind, kind),
          eq(oneTimeCodes.firmId, firmId),
          inArray(oneTimeCodes.purpose, [...purposes]),
          eq(oneTimeCodes.subject, subject),
          isNull(oneTimeCodes.usedAt),
          gt(oneTimeCodes.triesLeft, 0),
          isInTime(kind, now),
        ),
      )
      .returning({ purpose: oneTimeCodes.purpose, usedAt: oneTimeCodes.usedAt }),
  )
  return row?.usedAt ? row.purpose : null
}

export const ticketId = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/**
 * A proof that is carried to the next call (192 random bits, hashed at rest), and the row to insert for it.
 */
export const prepareTicket = async (
  database: Database,
  binding: Omit<Binding, 'kind'>,
  kind: CarriedKind = 'ticket',
) => {
  const ticket = randomToken()
  return { ticket, row: await prepareCode(database, { ...binding, kind }, '', ticketId(ticket)) }
}

/** Stores a new ticket in a transaction of its own. */
export const issueTicket = async (
  database: Database,
  binding: Omit<Binding, 'kind'>,
  now: Date,
): Promise<string> => {
  const { ticket, row } = await prepareTicket(database, binding)
  await database.write(binding.firmId, db => insertCode(db, row, now))
  return ticket
}

const isThisTicket = (
  ticket: string,
  { firmId, purpose }: Omit<Binding, 'kind' | 'subject'>,
  now: Date,
  kind: CarriedKind = 'ticket',
) =>
  and(
    eq(oneTimeCodes.id, ticketId(ticket)),
    eq(oneTimeCodes.kind, kind),
    eq(oneTimeCodes.firmId, firmId),
    eq(oneTimeCodes.purpose, purpose),
    isNull(oneTimeCodes.usedAt),
    isInTime(kind, now),
  )

/** The subject of a ticket, without using it; null where it is invalid. */
export const readTicket = async (
  db: Db,
  ticket: string,
  binding: Omit<Binding, 'kind' | 'subject'>,
  now: Date,
  kind: CarriedKind = 'ticket',
): Promise<string | null> => {
  const [row] = await db
    .select()
    .from(oneTimeCodes)
    .where(isThisTicket(ticket, binding, now, kind))
  return row?.subject ?? null
}

/** Uses a ticket in the transaction that it permits: when that fails, the ticket is still valid. */
export const consumeTicket = async (
  db: Db,
  ticket: string,
  { subject, ...binding }: Omit<Binding, 'kind'>,
  now: Date,
  kind: CarriedKind = 'ticket',
): Promise<boolean> => {
  const used = await db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(isThisTicket(ticket, binding, now, kind), eq(oneTimeCodes.subject, subject)))
    .returning({ id: oneTimeCodes.id })
  return used.length === 1
}
