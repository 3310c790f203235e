import { and, asc, eq, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import type { Db } from '../../db/connection/open.ts'
import { passkeys } from '../../db/tables.ts'

// The stored passkeys of people; `webAuthn.ts` verifies what browsers create and sign with them.

export type PasskeyOwner = { firmId: number; population: Population; id: number }
export type Passkey = typeof passkeys.$inferSelect

/** The most passkeys of one person. */
export const maxPasskeys = 10

const isOwnedBy = ({ firmId, population, id }: PasskeyOwner) =>
  and(eq(passkeys.firmId, firmId), eq(passkeys.population, population), eq(passkeys.userId, id))

const isPasskey = (owner: PasskeyOwner, id: number) => and(isOwnedBy(owner), eq(passkeys.id, id))

export const passkeysOf = (db: Db, owner: PasskeyOwner): Promise<Passkey[]> =>
  db.select().from(passkeys).where(isOwnedBy(owner)).orderBy(asc(passkeys.id))

export const hasPasskey = async (db: Db, owner: PasskeyOwner): Promise<boolean> => {
  const rows = await db.select({ id: passkeys.id }).from(passkeys).where(isOwnedBy(owner)).limit(1)
  return rows.length > 0
}

/** Renames a passkey; null where the person has none of this id and version. */
export const renamePasskey = async (
  db: Db,
  owner: PasskeyOwner,
  { id, name, version }: Pick<Passkey, 'id' | 'name' | 'version'>,
): Promise<Passkey | null> => {
  const [row] = await db
    .update(passkeys)
    .set({ name, version: sql`${passkeys.version} + 1` })
    .where(and(isPasskey(owner, id), eq(passkeys.version, version)))
    .returning()
  return row ?? null
}

/** Deletes one passkey of a person. */
export const deletePasskey = async (db: Db, owner: PasskeyOwner, id: number): Promise<void> => {
  await db.delete(passkeys).where(isPasskey(owner, id))
}

/** Deletes all passkeys of a person; returns how many there were. */
export const deletePasskeys = async (db: Db, owner: PasskeyOwner): Promise<number> =>
  (await db.delete(passkeys).where(isOwnedBy(owner))).rowCount ?? 0

export type NewPasskey = Pick<Passkey, 'host' | 'credentialId' | 'publicKey' | 'signCount' | 'transports'>

/** Stores a verified passkey; null where the authenticator's id is taken. */
export const insertPasskey = async (
  db: Db,
  { firmId, population, id: userId }: PasskeyOwner,
  { name, now, ...passkey }: NewPasskey & { name: string; now: Date },
): Promise<Passkey | null> => {
  const [row] = await db
    .insert(passkeys)
    .values({ firmId, population, userId, name, createdAt: now, ...passkey })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** The passkey that a browser names, among those of this firm; null where there is none. */
export const passkeyNamed = async (db: Db, firmId: number, credentialId: string): Promise<Passkey | null> => {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.firmId, firmId), eq(passkeys.credentialId, credentialId)))
  return row ?? null
}

/**
 * Records the use of a passkey. False where the passkey was removed, or where its count does not grow, which
 * shows a copied authenticator or a second use of one signature.
 */
export const recordPasskeyUse = async (
  db: Db,
  { firmId, id, signCount }: Passkey,
  newCount: number,
  now: Date,
): Promise<boolean> => {
  const updated = await db
    .update(passkeys)
    .set({ signCount: newCount, lastUsedAt: now })
    .where(and(eq(passkeys.firmId, firmId), eq(passkeys.id, id), eq(passkeys.signCount, signCount)))
    .returning({ id: passkeys.id })
  return updated.length === 1
}
