import { eq } from 'drizzle-orm'

import type { Database } from '../connection/open.ts'
import { firms } from '../tables.ts'
import { demoFixture } from './demoFirm.ts'
import { seedFixture, type SeedOptions } from './fixture.ts'

/** Writes the demo firm; false when a firm with its id exists already. */
export const seedDemo = async (
  database: Database,
  { password, ...options }: SeedOptions & { password: string },
): Promise<boolean> => {
  const fixture = demoFixture(password)
  for (const { firmId } of fixture.firms) {
    const existing = await database.read(firmId, db =>
      db.select({ firmId: firms.firmId }).from(firms).where(eq(firms.firmId, firmId)),
    )
    if (existing.length > 0) return false
  }
  await seedFixture(database, fixture, options)
  return true
}
