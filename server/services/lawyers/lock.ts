import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { cards, lawyers } from '../../db/tables.ts'

// Every transaction locks in the same order, by ascending id within a table: first referenced records
// (services/directory/references.ts), then lawyer, transfer request, card, article, setting, and the end of
// the log last. A card's trigger writes to its lawyer, so transactions that lock or change cards lock their
// lawyers first; a statement that locks both names the lawyers first (`of`) and is ordered by them.

/** Locks the lawyers of these cards until the transaction ends. */
export const lockLawyersOfCards = ({ db, firmId }: Pick<Context, 'db' | 'firmId'>, ids: readonly number[]) =>
  db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        sql`${lawyers.id} in (select ${cards.lawyerId} from ${cards}
          where ${and(eq(cards.firmId, firmId), inArray(cards.id, [...ids]))})`,
      ),
    )
    .orderBy(lawyers.id)
    .for('no key update')
