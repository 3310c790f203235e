import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'

import type { Database, Db } from '../../db/connection/open.ts'
import { firmConfigs } from '../../db/tables.ts'
import { decryptText, encryptText } from '../../process/box.ts'
import { configRow } from '../settings/configRows.ts'

// The firm's keys for signing what its verification page says (ES256, which every JOSE library and browser verifies). The
// private keys are encrypted like the other secrets; no answer, export or log contains them.

/** The key of the row of `firm_configs`. */
export const verificationKeysKey = 'verificationKeys'

/** Seconds for which a signed answer is valid. */
export const answerSeconds = 60

/** How long a replaced key stays published: until its last signature has expired, for clocks that are some minutes slow. */
const overlapMs = (answerSeconds + 240) * 1000

const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})
const storedKey = z.object({
  kid: z.string(),
  publicKey,
  /** The private key, encrypted (PKCS #8 in PEM). */
  sealed: z.string(),
  createdAt: z.string(),
  retiredAt: z.string().nullable(),
})
export type StoredKey = z.output<typeof storedKey>
const storedKeys = z.object({ keys: z.array(storedKey) }).catch({ keys: [] })

const purpose = 'card signatures'

const createKey = async (now: Date): Promise<StoredKey> => {
  const { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair('ES256', { extractable: true })
  const opened = publicKey.parse(await exportJWK(pair.publicKey))
  return {
    kid: await calculateJwkThumbprint(opened),
    publicKey: opened,
    sealed: encryptText(await exportPKCS8(pair.privateKey), purpose),
    createdAt: now.toISOString(),
    retiredAt: null,
  }
}

const keysIn = (value: unknown): StoredKey[] => storedKeys.parse(value).keys

/** The key that signs at present, with its private part; null if there is none that this installation can decrypt. */
export const signingKeyIn = (keys: readonly StoredKey[]) => {
  const current = keys.find(it => it.retiredAt === null)
  const text = current && decryptText(current.sealed, purpose)
  return current && text ? { kid: current.kid, privateKey: text } : null
}

/** The keys with a new one that signs from now on; replaced keys are kept until their last signature has expired. */
const withNewKey = (keys: readonly StoredKey[], newKey: StoredKey, now: Date) => [
  newKey,
  ...publishedKeys(
    keys.map(it => ({ ...it, retiredAt: it.retiredAt ?? now.toISOString() })),
    now,
  ),
]

/** The keys with which an answer that is still valid may have been signed. */
export const publishedKeys = (keys: readonly StoredKey[], now: Date) =>
  keys.filter(({ retiredAt }) => retiredAt === null || Date.parse(retiredAt) + overlapMs > now.getTime())

type Stored = { keys: StoredKey[]; version: number }

const isRow = (firmId: number) =>
  and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, verificationKeysKey))

export const readVerificationKeys = async (db: Db, firmId: number): Promise<Stored> => {
  const { value, version } = await configRow(db, firmId, verificationKeysKey)
  return { keys: keysIn(value), version }
}

const lockedRow = async (db: Db, firmId: number): Promise<Stored> => {
  await db
    .insert(firmConfigs)
    .values({ firmId, key: verificationKeysKey, value: {}, version: 0 })
    .onConflictDoNothing()
  const [row] = await db.select().from(firmConfigs).where(isRow(firmId)).for('no key update')
  return { keys: keysIn(row!.value), version: row!.version }
}

type NewKey = { now: Date; byName: string | null }

const addKey = async (db: Db, firmId: number, { keys }: Stored, { now, byName }: NewKey): Promise<Stored> => {
  const next = withNewKey(keys, await createKey(now), now)
  const [row] = await db
    .update(firmConfigs)
    .set({
      value: { keys: next },
      version: sql`${firmConfigs.version} + 1`,
      updatedAt: now,
      updatedByName: byName,
    })
    .where(isRow(firmId))
    .returning({ version: firmConfigs.version })
  return { keys: next, version: row!.version }
}

/**
 * Makes the firm's key where there is none that this installation can decrypt: with the first answer, or after the
 * installation's own key was lost. Of two requests at once one makes it.
 */
export const ensureVerificationKey = async (db: Db, firmId: number, maker: NewKey): Promise<Stored> => {
  const stored = await lockedRow(db, firmId)
  return signingKeyIn(stored.keys) ? stored : addKey(db, firmId, stored, maker)
}

/** Replaces the key that signs; null where somebody else did since this version was read. */
export const replaceVerificationKey = async (db: Db, firmId: number, version: number, maker: NewKey) => {
  const stored = await lockedRow(db, firmId)
  if (stored.version !== version) return { before: stored, after: null }
  return { before: stored, after: await addKey(db, firmId, stored, maker) }
}

/** The firm's keys for a public answer, which makes the first one. */
export const verificationKeysFor = async (
  database: Database,
  firmId: number,
  now: Date,
): Promise<StoredKey[]> => {
  const { keys } = await database.read(firmId, db => readVerificationKeys(db, firmId))
  if (signingKeyIn(keys)) return keys
  const made = await database.write(firmId, db => ensureVerificationKey(db, firmId, { now, byName: null }))
  return made.keys
}

/** Encrypts the private keys of a row anew; those that no key of this process decrypts stay as they are. */
export const resealVerificationKeys = (value: unknown) => {
  let unreadable = 0
  const keys = keysIn(value).map(key => {
    const text = decryptText(key.sealed, purpose)
    if (text === null) unreadable += 1
    return text === null ? key : { ...key, sealed: encryptText(text, purpose) }
  })
  return { value: { keys }, sealed: keys.length - unreadable, unreadable }
}
