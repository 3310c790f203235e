import { eq } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { firms } from '../../db/tables.ts'

/**
 * Locks the firm until the transaction ends, so that two people who add to a limited number of records at once are counted one
 * after the other.
 */
export const lockFirm = ({ db, firmId }: Pick<Context, 'db' | 'firmId'>) =>
  db.select({ id: firms.firmId }).from(firms).where(eq(firms.firmId, firmId)).for('no key update')
