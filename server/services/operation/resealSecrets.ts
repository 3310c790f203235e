import { and, eq, isNotNull, type SQL } from 'drizzle-orm'

import type { Database, Db } from '../../db/connection/open.ts'
import { firmConfigs, secondFactors, textMessages, webhooks } from '../../db/tables.ts'
import { decryptText, encryptText, type Purpose } from '../../process/box.ts'
import { openSecrets, sealSecrets, unreadableSecrets } from '../settings/systemSecrets.ts'
import { verificationKeysKey, resealVerificationKeys } from '../verification/keys.ts'

// Encrypts every secret in the database anew with the present key, row by row while the servers work: a row that is
// changed meanwhile has been encrypted by that change.

type Resealed = { sealed: number; unreadable: number }

type SealedTable = typeof secondFactors | typeof webhooks | typeof textMessages

const resealTable = async (
  db: Db,
  table: SealedTable,
  ofFirm: SQL | undefined,
  purpose: Purpose,
): Promise<Resealed> => {
  const rows = await db
    .select({ sealed: table.sealed })
    .from(table)
    .where(and(ofFirm, isNotNull(table.sealed)))
  const result = { sealed: 0, unreadable: 0 }
  for (const { sealed } of rows) {
    const text = decryptText(sealed!, purpose)
    if (text === null) {
      result.unreadable += 1
      continue
    }
    await db
      .update(table)
      .set({ sealed: encryptText(text, purpose) })
      .where(and(ofFirm, eq(table.sealed, sealed!)))
    result.sealed += 1
  }
  return result
}

const resealSettings = async (db: Db, firmId: number): Promise<Resealed> => {
  const isSystem = and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, 'system'))
  const [row] = await db.select().from(firmConfigs).where(isSystem).for('no key update')
  if (!row) return { sealed: 0, unreadable: 0 }
  const unreadable = unreadableSecrets(row.value)
  // A value that cannot be read stays as it is, for the day on which its key is found.
  if (unreadable > 0) return { sealed: 0, unreadable }
  await db
    .update(firmConfigs)
    .set({ value: sealSecrets(openSecrets(row.value)) })
    .where(isSystem)
  return { sealed: 1, unreadable: 0 }
}

const resealSigningKeys = async (db: Db, firmId: number): Promise<Resealed> => {
  const isKeys = and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, verificationKeysKey))
  const [row] = await db.select().from(firmConfigs).where(isKeys).for('no key update')
  if (!row) return { sealed: 0, unreadable: 0 }
  const { value, ...result } = resealVerificationKeys(row.value)
  await db.update(firmConfigs).set({ value }).where(isKeys)
  return result
}

/** Encrypts the secrets of a firm anew; returns how many, and how many no key of this process decrypts. */
export const resealFirm = (database: Database, firmId: number): Promise<Resealed> =>
  database.write(firmId, async db => {
    const results = [
      await resealTable(db, secondFactors, eq(secondFactors.firmId, firmId), 'second factors'),
      await resealTable(db, webhooks, eq(webhooks.firmId, firmId), 'webhooks'),
      await resealTable(db, textMessages, eq(textMessages.firmId, firmId), 'text messages'),
      await resealSettings(db, firmId),
      await resealSigningKeys(db, firmId),
    ]
    return {
      sealed: results.reduce((sum, it) => sum + it.sealed, 0),
      unreadable: results.reduce((sum, it) => sum + it.unreadable, 0),
    }
  })
