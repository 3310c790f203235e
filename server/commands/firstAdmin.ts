import { z } from 'zod'

import { mobilePattern } from '../../resources/kit/index.ts'
import type { Database } from '../db/connection/open.ts'
import { seedFixture } from '../db/seed/fixture.ts'
import { placeholderAddress } from '../db/connection/placeholders.ts'
import { fixtureSchema } from '../db/seed/fixtureSchema.ts'
import { appendLogEntries } from '../services/audit/audit.ts'
import { randomPassword } from '../services/identity/passwords.ts'

const inputSchema = z.strictObject({
  firmName: z.string().min(2, '律所名称至少2个字').max(50, '律所名称最多50个字'),
  account: z.string().regex(/^[A-Za-z0-9_@.]{4,30}$/, '账号为4-30位字母、数字或 _ @ .'),
  name: z.string().min(2, '姓名至少2个字').max(20, '姓名最多20个字'),
  mobile: z.string().regex(mobilePattern, '请输入正确的手机号'),
})
type FirstAdmin = z.input<typeof inputSchema>

/**
 * Creates a firm with its main office and main administrator. The random password is returned once and has to
 * be changed at the first sign-in (promise Q10 of server/promises.md).
 */
export const createFirstAdmin = async (
  database: Database,
  given: FirstAdmin,
  firmId = 1,
): Promise<{ password: string }> => {
  const { firmName, account, name, mobile } = inputSchema.parse(given)
  const password = randomPassword()
  // The office is hidden from visitors until its address has been entered.
  const office = { key: 'main', name: firmName, isMain: 1, showStatus: 0, address: placeholderAddress }
  const admin = { account, name, mobile, officeLevel: 1, password, mustChangePwd: 1 }
  const firm = { firmId, name: firmName, offices: [office], admins: [admin] }
  const { firms } = await seedFixture(database, fixtureSchema.parse({ firms: [firm] }))
  const origin = { caller: null, firmId, now: new Date(), requestId: 'create-admin', ip: '', device: '' }
  const target = {
    type: 'admins',
    id: firms[0]!.admins[account]!,
    name,
    organizationId: firms[0]!.offices['main']!,
  }
  await database.write(firmId, db => appendLogEntries(db, origin, [{ module: 3, action: 'create', target }]))
  return { password }
}
