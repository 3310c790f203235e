import { eq } from 'drizzle-orm'

import type { Database } from '../open.ts'
import { firms } from '../tables.ts'
import { demoFixture } from './demoFirm.ts'
import { seedFixture, type SeedOptions } from './fixture.ts'

const demoFirmId = 1

/** Writes the demo firm; false when its place is taken. */
export const seedDemo = async (
  database: Database,
  { password, ...options }: SeedOptions & { password: string },
): Promise<boolean> => {
  const known = await database.read(demoFirmId, db =>
    db.select({ firmId: firms.firmId }).from(firms).where(eq(firms.firmId, demoFirmId)),
  )
  if (known.length > 0) return false
  await seedFixture(database, demoFixture(password), options)
  return true
}
