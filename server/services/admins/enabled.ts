import { and, eq, isNull } from 'drizzle-orm'

import { admins } from '../../db/tables.ts'

/** The administrators of a firm who may sign in, without the operator's accounts. */
export const enabledAdmins = (firmId: number) =>
  and(eq(admins.firmId, firmId), eq(admins.status, 1), eq(admins.isSystem, 0), isNull(admins.deletedAt))
