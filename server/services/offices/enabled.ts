import { and, eq, isNull } from 'drizzle-orm'

import { offices } from '../../db/tables.ts'

/** Condition for the offices of a firm to which people may be assigned. */
export const enabledOffices = (firmId: number) =>
  and(eq(offices.firmId, firmId), eq(offices.status, 1), isNull(offices.deletedAt))
