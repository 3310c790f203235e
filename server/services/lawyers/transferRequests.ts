import { and, eq } from 'drizzle-orm'

import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { transferRequests } from '../../db/tables.ts'

/** What waits about somebody who has gone another way has nothing to be decided any more. */
export const closeRequests = ({ db, firmId, ...context }: Context, lawyerId: number) =>
  db
    .update(transferRequests)
    .set({
      status: 3,
      decidedAt: context.now,
      ...updatedColumns({ ...context, db, firmId }, transferRequests),
    })
    .where(
      and(
        eq(transferRequests.firmId, firmId),
        eq(transferRequests.lawyerId, lawyerId),
        eq(transferRequests.status, 0),
      ),
    )
