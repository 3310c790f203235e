import { eq } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { effectiveSetting, storedSetting } from '../settings/firmSettings.ts'
import { smsSettingsFrom } from '../settings/systemConfig.ts'

export type FirmForSignIn = NonNullable<Awaited<ReturnType<typeof firmForSignIn>>>

/** The firm's values for signing in, or null when there is no such firm. */
export const firmForSignIn = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({
      name: firms.name,
      shortName: firms.shortName,
      logo: firms.logo,
      suspendedAt: firms.suspendedAt,
      value: storedSetting(firmId, 'loginRegSet'),
      system: storedSetting(firmId, 'system'),
    })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  if (!row) return null
  const { value, system, ...firm } = row
  return { ...firm, settings: effectiveSetting('loginRegSet', value), sms: smsSettingsFrom(system) }
}
