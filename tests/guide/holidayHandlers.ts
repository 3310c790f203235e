import { and, eq, sql } from 'drizzle-orm'

import { updatedColumns } from '../../server/context/actor.ts'
import { notFound } from '../../server/context/apiError.ts'
import type { Handlers } from '../../server/context/handlers.ts'
import { crudOf } from '../../server/records/crud.ts'
import { diffOf, log } from '../../server/services/audit/audit.ts'
import { holidays } from './holidays.ts'
import { holidaysTable as table } from './holidaysTable.ts'

export const holidayHandlers: Handlers<typeof holidays.calls> = {
  ...crudOf(holidays, { table }).handlers,
  postpone: async ({ id, count }, context) => {
    const { db, firmId } = context
    const isThis = and(eq(table.firmId, firmId), eq(table.id, id))
    const [before] = await db.select().from(table).where(isThis).for('no key update')
    if (!before) throw notFound()
    const [after] = await db
      .update(table)
      .set({ startOn: sql`${table.startOn} + ${count}::int`, ...updatedColumns(context, table) })
      .where(isThis)
      .returning()
    await log(context, {
      module: 10,
      action: 'update',
      target: { type: holidays.name, id, name: before.name, organizationId: null },
      diff: diffOf({ startOn: holidays.fields.startOn }, before, after!),
    })
    return {}
  },
}
