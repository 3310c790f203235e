import type pg from 'pg'

import { withClient } from '../../server/db/migrate.ts'
import { keptTables } from '../../server/db/rules/ownTables.ts'
import { readEveryFirm } from '../../server/db/rules/rules.ts'

/** The number of rows in each table of the product, over all firms. */
export const rowCounts = (connection: pg.ClientConfig) =>
  withClient(connection, async client => {
    await client.query('begin read only')
    await readEveryFirm(client)
    const counts: Record<string, number> = {}
    for (const name of await keptTables(client)) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from "${name}"`)
      counts[name] = rows[0]!.count
    }
    return counts
  })

/** What is left of these rows after a restore: nobody is signed in, and visitors are in no backup. */
export const restoredCounts = (counts: Readonly<Record<string, number>>) => ({
  ...counts,
  sessions: 0,
  api_tokens: 0,
  proposals: 0,
  one_time_codes: 0,
  visit_marks: 0,
  visit_salts: 0,
})
