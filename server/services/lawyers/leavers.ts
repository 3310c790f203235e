import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Database } from '../../db/connection/open.ts'
import { articles, cards, lawyers } from '../../db/tables.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { lawyerTarget } from './values.ts'

/** People per run, so that the transaction stays short; the next run takes the others. */
const peoplePerRun = 100

const reason = '离所时设置的日期已到'

/**
 * Moves people who have left to the recycle bin when their day has come; returns how many. The only author of a public
 * or scheduled article stays until the article has another author or is offline.
 */
export const removeLeavers = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const isSoleAuthor = sql`exists (select from ${articles} where ${articles.firmId} = ${firmId}
      and ${articles.lawyerIds} = array[${lawyers.id}] and ${articles.status} in (2, 5)
      and ${articles.deletedAt} is null)`
    const people = await db
      .select({ id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId })
      .from(lawyers)
      .where(
        and(
          eq(lawyers.firmId, firmId),
          eq(lawyers.status, 4),
          isNull(lawyers.deletedAt),
          lte(lawyers.removeOn, firmDay(now)),
          sql`not ${isSoleAuthor}`,
        ),
      )
      .orderBy(lawyers.id)
      .limit(peoplePerRun)
      .for('update')
    if (people.length === 0) return 0
    const ids = people.map(({ id }) => id)
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    // The cards get the same time as their owner, by which a restoration finds them.
    const removal = { deletedAt: now, deletedBy: null }
    await db
      .update(lawyers)
      .set({ ...removal, removeOn: null, version: sql`${lawyers.version} + 1`, updatedAt: now })
      .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, ids)))
    await db
      .update(cards)
      .set({ ...removal, version: sql`${cards.version} + 1`, updatedAt: now })
      .where(and(eq(cards.firmId, firmId), inArray(cards.lawyerId, ids), isNull(cards.deletedAt)))
    await appendLogEntries(
      db,
      origin,
      people.map(person => ({
        module: 4,
        action: 'delete',
        target: lawyerTarget(person),
        reason,
        isAutomatic: true,
      })),
    )
    return people.length
  })
