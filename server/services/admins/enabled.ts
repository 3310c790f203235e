import { and, eq, isNull } from 'drizzle-orm'

import { admins } from '../../db/tables.ts'

/** Condition for the firm's administrators who may sign in, without the operator's accounts. */
export const enabledAdmins = (firmId: number) =>
  and(eq(admins.firmId, firmId), eq(admins.status, 1), eq(admins.isSystem, 0), isNull(admins.deletedAt))
