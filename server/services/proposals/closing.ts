import { and, eq } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { proposals } from '../../db/tables.ts'

/** Closes what still waits, of one token or of all, because nobody may approve it any more. */
export const closeProposals = async (
  { db, firmId, now, caller }: Context,
  tokenId?: number,
): Promise<void> => {
  await db
    .update(proposals)
    .set({ state: 5, decidedAt: now, decidedById: caller.id, decidedByName: caller.name })
    .where(
      and(
        eq(proposals.firmId, firmId),
        eq(proposals.state, 1),
        tokenId === undefined ? undefined : eq(proposals.tokenId, tokenId),
      ),
    )
}
