import { randomBytes } from 'node:crypto'

import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'

import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { type admins, type lawyers, passkeys, secondFactors } from '../../db/tables.ts'
import { encryptText, decryptText } from '../../process/box.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { signText } from './secrets.ts'

// Time-based one-time passwords (RFC 6238) of an authenticator app, and recovery codes in case it is lost.

type FactorOwner = { firmId: number; population: Population; id: number }

/** The default parameters of authenticator apps. */
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const stepMs = algorithm.period * 1_000
/**
 * The number of intervals before and after the present one whose codes are accepted, since clocks of phones
 * differ.
 */
const skew = 1

const recoveryCodeCount = 10
/** Without i, l, o and u, which are easily confused. */
const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 10

const isOwnedBy = ({ firmId, population, id }: FactorOwner) =>
  and(
    eq(secondFactors.firmId, firmId),
    eq(secondFactors.population, population),
    eq(secondFactors.userId, id),
  )

/** The person's factor, confirmed or being set up; null where there is none. */
export const factorOf = async (db: Db, owner: FactorOwner) => {
  const [row] = await db.select().from(secondFactors).where(isOwnedBy(owner))
  return row ?? null
}

/** Whether the person has a confirmed authenticator app. */
export const hasSecondFactor = async (db: Db, owner: FactorOwner): Promise<boolean> =>
  Boolean((await factorOf(db, owner))?.confirmedAt)

/** The factors of a person: a confirmed authenticator app, and any passkey. */
export type OwnFactors = { hasApp: boolean; hasPasskey: boolean }

/** Looks up both factors in one statement, since every sign-in pays for it. */
export const ownFactors = async (db: Db, { firmId, population, id }: FactorOwner): Promise<OwnFactors> => {
  const { rows } = await db.execute<OwnFactors>(sql`select
    exists (select from second_factors where firm_id = ${firmId} and population = ${population} and user_id = ${id}
      and confirmed_at is not null) as "hasApp",
    exists (select from passkeys where firm_id = ${firmId} and population = ${population} and user_id = ${id})
      as "hasPasskey"`)
  return rows[0]!
}

/** Whether the firm demands a second factor of people of this level; null stands for lawyers. */
export const requiresFactor = async (
  db: Db,
  { firmId, officeLevel }: FactorOwner & { officeLevel: OfficeLevel | null },
): Promise<boolean> => {
  const { factorLevels } = await settingOf(db, firmId, 'loginRegSet')
  return factorLevels?.includes(officeLevel ?? 0) ?? false
}

/** Whether a listed person has a confirmed factor or a passkey, as a column of the list. */
export const secondFactorIsOn = (
  firmId: number,
  population: Population,
  people: typeof admins | typeof lawyers,
) =>
  sql<0 | 1>`(exists (select from ${secondFactors} where ${secondFactors.firmId} = ${firmId}
    and ${secondFactors.population} = ${population} and ${secondFactors.userId} = ${people.id}
    and ${secondFactors.confirmedAt} is not null)
    or exists (select from ${passkeys} where ${passkeys.firmId} = ${firmId}
    and ${passkeys.population} = ${population} and ${passkeys.userId} = ${people.id}))::int`

/** A new secret with the URI for the QR code; nothing is stored. */
export const newSecret = (issuer: string, label: string) => {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...algorithm, issuer, label, secret }).toString()
  return { key: secret.base32, uri }
}

/** Stores a secret that its owner has yet to confirm; false where there is a confirmed one already. */
export const storeSecret = async (db: Db, owner: FactorOwner, key: string, now: Date): Promise<boolean> => {
  const { id: userId, ...rest } = owner
  const values = { sealed: encryptText(key, 'second factors'), lastStep: null, updatedAt: now }
  const rows = await db
    .insert(secondFactors)
    .values({ ...rest, userId, ...values })
    .onConflictDoUpdate({
      target: [secondFactors.firmId, secondFactors.population, secondFactors.userId],
      set: { ...values, version: sql`${secondFactors.version} + 1` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ version: secondFactors.version })
  return rows.length === 1
}

/** The 30 s interval to which this code belongs; null where it is none of the accepted ones. */
const stepOf = (sealed: string, code: string, now: Date): number | null => {
  const key = decryptText(sealed, 'second factors')
  if (key === null) return null
  const totp = new TOTP({ ...algorithm, secret: Secret.fromBase32(key) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: skew })
  return delta === null ? null : Math.floor(now.getTime() / stepMs) + delta
}

const recoveryCode = () =>
  Array.from(randomBytes(recoveryLength), byte => recoveryAlphabet[byte % recoveryAlphabet.length]).join('')
const withHyphen = (code: string) => `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`
/** Removes the hyphen and replaces letters that are mistaken for digits. */
const plainCode = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll(/[il]/g, '1')
    .replaceAll('o', '0')

const recoveryHash = (database: Database, { firmId, population, id }: FactorOwner, code: string) =>
  signText(database, 'recovery', `${firmId}.${population}.${id}.${plainCode(code)}`)

/** Ten codes of 50 random bits, and their hashes to store; the codes leave the server only this once. */
export const newRecoveryCodes = async (database: Database, owner: FactorOwner) => {
  const codes = Array.from({ length: recoveryCodeCount }, () => withHyphen(recoveryCode()))
  const hashes = await Promise.all(codes.map(code => recoveryHash(database, owner, code)))
  return { codes, hashes }
}

export const storeRecoveryCodes = (db: Db, owner: FactorOwner, recoveryHashes: string[], now: Date) =>
  db
    .update(secondFactors)
    .set({ recoveryHashes, updatedAt: now, version: sql`${secondFactors.version} + 1` })
    .where(isOwnedBy(owner))

/** A code of the app or a recovery code. */
export type FactorCode = { code?: string | undefined; recoveryCode?: string | undefined }
export type UsedCode = { by: 'app' } | { by: 'recovery'; codesLeft: number }

const consumeAppCode = async (
  db: Db,
  owner: FactorOwner,
  code: string,
  now: Date,
): Promise<UsedCode | null> => {
  const row = await factorOf(db, owner)
  const step = row?.confirmedAt ? stepOf(row.sealed, code, now) : null
  if (step === null) return null
  const updatedRows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        isOwnedBy(owner),
        eq(secondFactors.sealed, row!.sealed),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ step: secondFactors.lastStep })
  return updatedRows.length === 1 ? { by: 'app' } : null
}

const consumeRecoveryCode = async (
  db: Db,
  owner: FactorOwner,
  hash: string,
  now: Date,
): Promise<UsedCode | null> => {
  const [row] = await db
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})`, updatedAt: now })
    .where(
      and(
        isOwnedBy(owner),
        isNotNull(secondFactors.confirmedAt),
        sql`${hash} = any(${secondFactors.recoveryHashes})`,
      ),
    )
    .returning({ left: secondFactors.recoveryHashes })
  return row ? { by: 'recovery', codesLeft: row.left.length } : null
}

/**
 * Prepares to use a code in the transaction that it permits; the result is null where the code is wrong or
 * was used before. Each use is one conditional statement, so that of parallel uses one wins on however many
 * processes (promise Q48).
 */
export const prepareFactorCode = async (
  database: Database,
  owner: FactorOwner,
  { code, recoveryCode: recovery }: FactorCode,
  now: Date,
): Promise<(db: Db) => Promise<UsedCode | null>> => {
  if (code !== undefined) return db => consumeAppCode(db, owner, code, now)
  const hash = await recoveryHash(database, owner, recovery ?? '')
  return db => consumeRecoveryCode(db, owner, hash, now)
}

/**
 * Confirms the factor with the first code of the app, which is thereby used; false where the code is wrong.
 */
export const confirmSecret = async (
  db: Db,
  owner: FactorOwner,
  { code, hashes, now }: { code: string; hashes: string[]; now: Date },
): Promise<boolean> => {
  const row = await factorOf(db, owner)
  const step = row ? stepOf(row.sealed, code, now) : null
  if (step === null) return false
  const confirmedRows = await db
    .update(secondFactors)
    .set({
      confirmedAt: now,
      lastStep: step,
      recoveryHashes: hashes,
      updatedAt: now,
      version: sql`${secondFactors.version} + 1`,
    })
    .where(and(isOwnedBy(owner), isNull(secondFactors.confirmedAt), eq(secondFactors.sealed, row!.sealed)))
    .returning({ version: secondFactors.version })
  return confirmedRows.length === 1
}

/** Deletes secret and recovery codes; false where there was no confirmed factor. */
export const deleteFactor = async (db: Db, owner: FactorOwner): Promise<boolean> => {
  const deletedRows = await db
    .delete(secondFactors)
    .where(and(isOwnedBy(owner), isNotNull(secondFactors.confirmedAt)))
    .returning({ version: secondFactors.version })
  return deletedRows.length === 1
}
