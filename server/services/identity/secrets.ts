import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { eq } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { installSecrets } from '../../db/tables.ts'

type Purpose = 'passkey' | 'upload' | 'device' | 'code' | 'decoy' | 'registration' | 'recovery' | 'signOn'

const masterSecrets = new WeakMap<Database, Promise<string>>()

/**
 * One random value per installation, stored in the database so that every process signs with the same key.
 */
const readMasterSecret = async (database: Database) => {
  await database.write(null, db =>
    db
      .insert(installSecrets)
      .values({ name: 'master', value: randomBytes(32).toString('base64url') })
      .onConflictDoNothing(),
  )
  const rows = await database.read(null, db =>
    db.select().from(installSecrets).where(eq(installSecrets.name, 'master')),
  )
  return rows[0]!.value
}

/**
 * Reads the secret before requests are answered: within a request, it would wait for a second connection
 * while holding the first.
 */
export const loadSecrets = (database: Database) => {
  const master = masterSecrets.get(database) ?? readMasterSecret(database)
  masterSecrets.set(database, master)
  // A failed read must not be cached.
  master.catch(() => masterSecrets.delete(database))
  return master
}

/** A signature that only this installation can make; a signature for one purpose is invalid for another. */
export const signText = async (database: Database, purpose: Purpose, text: string) =>
  createHmac('sha256', await loadSecrets(database))
    .update(`${purpose}\n${text}`)
    .digest('base64url')

export const isSignedBy = async (database: Database, purpose: Purpose, text: string, signature: string) => {
  const expected = Buffer.from(await signText(database, purpose, text))
  const givenSignature = Buffer.from(signature)
  return expected.length === givenSignature.length && timingSafeEqual(expected, givenSignature)
}
