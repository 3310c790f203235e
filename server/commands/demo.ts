import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { firmIds } from '../db/rules/firmIds.ts'
import type { Database } from '../db/connection/open.ts'
import type { Services } from '../context/services.ts'

type Demo = {
  connection: pg.ClientConfig
  database: Database
  storage: Services['storage']
  /** DEMO_PASSWORD; absent: a random one. */
  password: string | undefined
  print: (line: string) => void
}

/** The demo firm for a database without any; its random password is shown this one time. */
export const seedWhenEmpty = async ({
  connection,
  database,
  storage,
  password,
  print,
}: Demo): Promise<void> => {
  if ((await firmIds(connection)).length > 0) return
  const chosen = password ?? randomBytes(12).toString('base64url')
  // Only here, so that every later start is spared its modules.
  const { seedDemo } = await import('../db/seed/demo.ts')
  await seedDemo(database, { password: chosen, storage })
  if (!password) print(`演示账号 admin、admin2、branch、branch2、system 的密码 (demo password): ${chosen}`)
}
