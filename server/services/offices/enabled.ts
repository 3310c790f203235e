import { and, eq, isNull } from 'drizzle-orm'

import { offices } from '../../db/tables.ts'

/** The offices of a firm that people may be put into. */
export const enabledOffices = (firmId: number) =>
  and(eq(offices.firmId, firmId), eq(offices.status, 1), isNull(offices.deletedAt))
