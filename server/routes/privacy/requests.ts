import { and, desc, eq, sql } from 'drizzle-orm'

import { privacyRequests as resource } from '../../../resources/privacyRequests.ts'
import { createdColumns } from '../../context/actor.ts'
import { ApiError, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { privacyRequests } from '../../db/tables.ts'
import { demandOf, notifyPrivacyAnswered, notifyPrivacyAsked } from '../../notifications/privacy.ts'
import { columnsToSelect } from '../../records/columns.ts'
import { listOf, rowSchemaOf } from '../../records/list.ts'
import { scopeCondition } from '../../records/scope.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { exportOwnData } from './archive.ts'
import { exportEvidence, readInventory } from './evidence.ts'
import { dataOwner } from './ownData.ts'
import { privacyDeadline } from '../../services/privacy/deadline.ts'

type Calls = typeof resource.calls
type Row = typeof privacyRequests.$inferSelect

const visibleWhere = (context: Context) =>
  scopeCondition(context, { firm: privacyRequests.firmId, office: privacyRequests.organizationId })

const computedColumns = ({ now }: Context) => ({
  isOverdue: sql<
    0 | 1
  >`(${privacyRequests.status} = 0 and ${privacyRequests.dueAt} < ${now.toISOString()}::timestamptz)::int`,
})

const list = listOf(resource.calls.page, {
  table: privacyRequests,
  key: privacyRequests.id,
  visibleWhere,
  search: [privacyRequests.name],
  // What waits comes first, and of that what is due first.
  order: [sql`(${privacyRequests.status} = 0) desc`, sql`${privacyRequests.dueAt}`],
  columns: computedColumns,
  sorts: {},
  conditions: {},
})

const own: Handlers<Calls>['own'] = (_, context) => {
  const { db, firmId, caller } = context
  return db
    .select(columnsToSelect(rowSchemaOf(resource.calls.page), privacyRequests, computedColumns(context)))
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.firmId, firmId),
        eq(privacyRequests.population, caller.population),
        eq(privacyRequests.userId, caller.id),
      ),
    )
    .orderBy(desc(privacyRequests.createdAt), desc(privacyRequests.id))
}

/** One request of each kind waits at a time. */
const ask: Handlers<Calls>['ask'] = async ({ kind, content }, context) => {
  const { db, caller, now } = context
  const target = await dataOwner(db, context)
  const dueAt = privacyDeadline(now)
  const demand = demandOf(kind)
  const [request] = await db
    .insert(privacyRequests)
    .values({
      population: caller.population,
      userId: caller.id,
      name: target.name,
      organizationId: target.organizationId,
      kind,
      content,
      dueAt,
      ...createdColumns(context),
    })
    .onConflictDoNothing()
    .returning({ id: privacyRequests.id })
  if (!request) throw new ApiError('4091', '您已有同类的请求待处理，答复后可再次提交')
  await log(context, {
    module: 14,
    action: 'submit',
    target,
    summary: `【${target.name}】提出个人信息请求：${demand}`,
    reason: content,
  })
  await notifyPrivacyAsked(context, { ...request, kind, dueAt, ...target })
  return { id: request.id, dueAt: dueAt.toISOString() }
}

const lockRequest = async (context: Context, id: number): Promise<Row> => {
  const [row] = await context.db
    .select()
    .from(privacyRequests)
    .where(and(visibleWhere(context), eq(privacyRequests.id, id)))
    .for('no key update')
  if (!row) throw notFound()
  return row
}

const { status: statusField, response: responseField } = resource.fields

const reply: Handlers<Calls>['reply'] = async ({ id, status, response, version }, context) => {
  const current = await lockRequest(context, id)
  if (current.version === version && current.status !== 0)
    throw wrongState(current.status, [0], '该请求已经答复')
  const patch = { status, response, answeredAt: context.now, answeredByName: context.caller.name }
  const saved = await updateVersioned(context, privacyRequests, {
    where: and(visibleWhere(context), eq(privacyRequests.id, id))!,
    current,
    version,
    patch,
    fields: resource.fields,
  })
  const { population, userId, name, organizationId } = current
  const demand = demandOf(current.kind)
  await log(context, {
    module: 14,
    action: status === 1 ? 'pass' : 'refuse',
    target: { type: population === 2 ? 'lawyers' : 'admins', id: userId ?? 0, name, organizationId },
    diff: diffOf({ status: statusField, response: responseField }, current, { status, response }),
    summary:
      status === 1 ? `完成【${name}】的个人信息请求：${demand}` : `拒绝【${name}】的个人信息请求：${demand}`,
  })
  if (userId !== null)
    await notifyPrivacyAnswered(context, { ...current, userId }, { status, answer: response })
  return saved
}

export const privacyRequestHandlers: Handlers<Calls> = {
  page: list.listing,
  own,
  archive: exportOwnData,
  inventory: readInventory,
  evidence: exportEvidence,
  ask,
  reply,
}
