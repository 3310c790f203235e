import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { holds as resource } from '../../../resources/holds.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { holds } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { log } from '../../services/audit/audit.ts'
import { holdTarget } from '../../services/holds/placeHold.ts'

type Calls = typeof resource.calls

const ownFirm = ({ firmId }: Context) => eq(holds.firmId, firmId)

const stateOn = ({ now }: Context): SQL<0 | 1 | 2> => sql<
  0 | 1 | 2
>`case when ${holds.releasedAt} is not null then 2
  when ${holds.endOn} < ${firmDay(now)} then 0 else 1 end`

const list = listOf(resource.calls.page, {
  table: holds,
  key: holds.id,
  visibleWhere: ownFirm,
  search: [holds.targetName],
  order: [newestFirst(holds.createdAt)],
  columns: context => ({ state: stateOn(context) }),
  sorts: {},
  conditions: { state: (state, context) => sql`${stateOn(context)} = ${state}` },
})

const release: Handlers<Calls>['release'] = async ({ id, reason, version }, context) => {
  const where = and(ownFirm(context), eq(holds.id, id))!
  const [current] = await context.db.select().from(holds).where(where).for('no key update')
  if (!current) throw notFound()
  if (current.version === version && current.releasedAt) throw wrongState(2, [], '该保全已经解除')
  const saved = await updateVersioned(context, holds, {
    where: and(where, isNull(holds.releasedAt))!,
    current,
    version,
    patch: { releasedAt: context.now, releasedByName: context.caller.name, releaseReason: reason },
    fields: resource.fields,
  })
  await log(context, { module: 14, action: 'unhold', target: holdTarget(id, current.targetName), reason })
  return saved
}

export const holdHandlers: Handlers<Calls> = { page: list.listing, release }
