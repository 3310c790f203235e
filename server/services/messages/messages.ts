import { and, eq } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { messages } from '../../db/tables.ts'

/** Nobody reads another's messages, whatever his rights. */
export const ownMessages = ({ caller, firmId }: Context) =>
  and(
    eq(messages.firmId, firmId),
    eq(messages.receiverType, caller.population),
    eq(messages.receiverId, caller.id),
  )!
