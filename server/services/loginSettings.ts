import { and, eq } from 'drizzle-orm'
import { z } from 'zod'

import type { Db } from '../db/open.ts'
import { firmConfigs, firms } from '../db/tables.ts'

const onOff = (byDefault: 0 | 1) => z.literal([0, 1]).catch(byDefault)

/** What sign-in reads of 律师登录 (domain.md §6.6); a value that is broken or missing has its default. */
export const loginSettings = z.object({
  passwordLogin: onOff(1),
  smsLogin: onOff(1),
  register: onOff(1),
  mobileWhitelistOnly: onOff(0),
  // Off until a firm wants it: a question is the weakest of all doors (promise Q09).
  questionRecovery: onOff(0),
  pwdMinLength: z.int().min(10).max(64).catch(10),
  captcha: z.enum(['auto', 'always']).catch('auto'),
  singleSession: onOff(0),
})

/** The firm as sign-in needs it, or null when there is no such firm. */
export const firmForSignIn = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({ name: firms.name, shortName: firms.shortName, logo: firms.logo, value: firmConfigs.value })
    .from(firms)
    .leftJoin(firmConfigs, and(eq(firmConfigs.firmId, firms.firmId), eq(firmConfigs.key, 'loginRegSet')))
    .where(eq(firms.firmId, firmId))
  if (!row) return null
  const { value, ...firm } = row
  return { ...firm, settings: loginSettings.parse(value ?? {}) }
}
