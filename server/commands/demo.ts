import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { firmIds } from '../db/rules/firmIds.ts'
import type { Database } from '../db/connection/open.ts'
import type { Services } from '../context/services.ts'

type DemoOptions = {
  connection: pg.ClientConfig
  database: Database
  storage: Services['storage']
  /** The value of DEMO_PASSWORD; without it a random password is generated. */
  password: string | undefined
  print: (line: string) => void
}

/** Adds the demo firm to a database without firms and prints its password once if it is random. */
export const seedWhenEmpty = async ({
  connection,
  database,
  storage,
  password,
  print,
}: DemoOptions): Promise<void> => {
  if ((await firmIds(connection)).length > 0) return
  const chosen = password ?? randomBytes(12).toString('base64url')
  // Imported on demand, so that later starts do not load the demo's modules.
  const { seedDemo } = await import('../db/seed/demo.ts')
  await seedDemo(database, { password: chosen, storage })
  if (!password) print(`演示账号 admin、admin2、branch、branch2、system 的密码 (demo password): ${chosen}`)
}
