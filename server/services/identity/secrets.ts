import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { eq } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { installSecrets } from '../../db/tables.ts'

type Purpose = 'upload' | 'device' | 'code' | 'decoy' | 'registration' | 'recovery'

const known = new WeakMap<Database, Promise<string>>()

/** One random value an installation, in the database so that every process on it signs alike. */
const masterOf = async (database: Database) => {
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

/** Read once, before requests are answered: within one, it would wait for a second connection while holding the first. */
export const loadSecrets = (database: Database) => {
  const master = known.get(database) ?? masterOf(database)
  known.set(database, master)
  // A failed read must not be remembered.
  master.catch(() => known.delete(database))
  return master
}

/** A signature that only this installation can make; a purpose's signatures are of no use for another. */
export const sign = async (database: Database, purpose: Purpose, text: string) =>
  createHmac('sha256', await loadSecrets(database))
    .update(`${purpose}\n${text}`)
    .digest('base64url')

export const isSignedBy = async (database: Database, purpose: Purpose, text: string, signature: string) => {
  const expected = Buffer.from(await sign(database, purpose, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
