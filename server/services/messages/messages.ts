import { and, eq } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { messages } from '../../db/tables.ts'

/** Nobody can read another person's messages, whatever their rights. */
export const ownMessages = ({ caller, firmId }: Context) =>
  and(
    eq(messages.firmId, firmId),
    eq(messages.receiverType, caller.population),
    eq(messages.receiverId, caller.id),
  )!
