import { inArray } from 'drizzle-orm'

import { positions } from '../../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import { prepareTypes } from '../articles.ts'
import { fillArticles, fillRecycledArticles } from './contents.ts'
import { fillAdmins, fillCards, fillLawyers, fillOffices, fillRecycled, fillRecycledCards } from './people.ts'
import { fillPlain } from './plain.ts'
import { fillBulkRuns, fillImports, fillLogs, fillMessages, fillTransfers } from './records.ts'

/** Entities whose rows cannot be generated from their declaration alone. */
const special = ['offices', 'admins', 'lawyers', 'cards', 'articles', 'announcements']

/**
 * Fills every list with rows: ties and nulls in the sort columns, and rows that match and rows that do not
 * match each filter. A list without them fails its test.
 */
export const fillLists = async (app: TestApp) => {
  const ids = await fillPlain(app, special)
  const types = await prepareTypes(app)
  const professionIds = ids['professions']!
  const rows = await app.database.read(1, db =>
    db
      .select({ postId: positions.postId, postCode: positions.postCode })
      .from(positions)
      .where(inArray(positions.postId, ids['positions']!)),
  )
  const posts = new Map(rows.map(it => [it.postId, it.postCode]))
  await fillOffices(app)
  await fillLawyers(app)
  const englishStates = await fillCards(app, { postCodes: [...posts.values()].slice(0, 3), professionIds })
  await fillArticles(app, { types, professionIds })
  await fillAdmins(app)
  await fillRecycled(app)
  await fillRecycledCards(app)
  await fillRecycledArticles(app, { types })
  const announced = await fillMessages(app)
  await fillImports(app)
  await fillBulkRuns(app)
  await fillTransfers(app)
  await fillLogs(app)
  return {
    /** The code of each position by its id. */
    posts,
    /** Whether the English card of a lawyer is to be brought up to date (1) or is (2). */
    englishStates,
    /** The office of each announcement by its id. */
    announced,
  }
}
export type FilledLists = Awaited<ReturnType<typeof fillLists>>
