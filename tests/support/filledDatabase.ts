import { onTestFinished } from 'vitest'

import { seedDemo } from '../../server/db/seed/demo.ts'
import { memoryStorage, password } from './app.ts'
import { freshDatabase } from './database.ts'
import { addRowsInUse, addSecondFirm } from './fixtureRows.ts'
import { rowCounts } from './rowCounts.ts'

/** A database with the demo firm, a second firm and rows in every table, and the number of rows of each. */
export const filledDatabase = async () => {
  const database = await freshDatabase()
  onTestFinished(database.close)
  await seedDemo(database, { password, storage: memoryStorage(new Map()) })
  await database.write(1, addRowsInUse)
  await database.write(2, addSecondFirm)
  const counts = await rowCounts(database.connection)
  const empty = Object.keys(counts).filter(name => counts[name] === 0)
  if (empty.length > 0) throw new Error(`no row in ${empty.join(', ')}: add one to fixtureRows.ts`)
  return { database, connection: database.connection, url: database.url, counts }
}
