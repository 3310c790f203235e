import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { withClient } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { readEveryFirm } from './db/rules.ts'

const hasFirm = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient(connection, async client => {
    await client.query('begin')
    await readEveryFirm(client)
    const { rows } = await client.query('select from firms limit 1')
    await client.query('commit')
    return rows.length > 0
  })

/** The demo firm for a database without any; its random password is shown this one time. */
export const seedWhenEmpty = async (
  connection: pg.ClientConfig,
  database: Database,
  given: string | undefined,
  print: (line: string) => void,
): Promise<void> => {
  if (await hasFirm(connection)) return
  const password = given ?? randomBytes(12).toString('base64url')
  // Only here, so that every later start is spared its modules.
  const { seedDemo } = await import('./db/seed/demo.ts')
  await seedDemo(database, { password })
  if (!given) print(`演示账号 admin、admin2、branch、branch2、system 的密码 (demo password): ${password}`)
}
