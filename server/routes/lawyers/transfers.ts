import { and, eq, getTableColumns, inArray, or } from 'drizzle-orm'

import { lawyers as lawyerResource } from '../../../resources/lawyers/index.ts'
import { transfers as resource } from '../../../resources/lawyers/transfers.ts'
import { isTransferAction, statusesFor } from '../../../resources/lawyers/transitions.ts'
import { createdColumns, updatedColumns } from '../../context/actor.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { lawyers, offices, transferRequests } from '../../db/tables.ts'
import { notifyTransferRefused, notifyTransferRequested } from '../../notifications/transfers.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { scopeCondition } from '../../records/scope.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { findLawyer } from './rows.ts'
import { changeLawyer } from './update.ts'

type Calls = typeof resource.calls

/** A branch sees the requests that it made itself. */
const isOwnRequest = (context: Context) =>
  scopeCondition(context, { firm: transferRequests.firmId, office: transferRequests.organizationId })

/** The office to which the person would move also sees the request, unless it was refused or withdrawn. */
const visibleWhere = (context: Context) => {
  const isIncoming = and(
    scopeCondition(context, { firm: transferRequests.firmId, office: transferRequests.toId }),
    inArray(transferRequests.status, [0, 1]),
  )
  return or(isOwnRequest(context), isIncoming)!
}

const list = listOf(resource.calls.page, {
  table: transferRequests,
  key: transferRequests.id,
  visibleWhere,
  search: [transferRequests.lawyerName],
  order: [newestFirst(transferRequests.createdAt)],
  columns: {},
  sorts: {},
  conditions: {},
})

const officesAmong = async ({ db, firmId }: Context, ids: readonly number[]) => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(and(enabledOffices(firmId), inArray(offices.organizationId, [...ids])))
  return new Map(rows.map(it => [it.id, it.name]))
}

/** 申请转所: for people of the own office; only one pending request per person. */
export const requestTransfer: Handlers<typeof lawyerResource.calls>['requestTransfer'] = async (
  { id, organizationId: toId, reason },
  context,
) => {
  const person = await findLawyer(context, id)
  const from = statusesFor('requestTransfer')
  if (!from.includes(person.status)) throw wrongState(person.status, from)
  const { organizationId } = person
  if (toId === organizationId) throw invalid({ organizationId: '该人员已在此律所' })
  await lockReferences(context, { offices: [toId] })
  const names = await officesAmong(context, [organizationId, toId])
  const to = names.get(toId)
  if (to === undefined) throw invalid({ organizationId: '请选择启用的律所' })
  const [request] = await context.db
    .insert(transferRequests)
    .values({
      lawyerId: id,
      lawyerName: person.name,
      organizationId,
      toId,
      reason,
      ...createdColumns(context),
    })
    .onConflictDoNothing()
    .returning({ id: transferRequests.id })
  if (!request) throw new ApiError('4091', `${person.name}已有待处理的转所申请，请先撤回`)
  await log(context, {
    module: 4,
    action: 'submit',
    target: lawyerTarget(person),
    diff: diffOf(lawyerResource.fields, person, { organizationId: toId }, { organizationId: names }),
    summary: `申请将【${person.name}】转入${to}`,
    reason,
  })
  await notifyTransferRequested(context, {
    id: request.id,
    lawyerName: person.name,
    organizationId,
    requester: context.caller.name,
    from: names.get(organizationId) ?? '',
    to,
    reason,
  })
  return request
}

const lockRequest = async (context: Context, id: number, action: 'agree' | 'refuse' | 'withdraw') => {
  // Locks the person before the request (services/lawyers/lock.ts).
  const [row] = await context.db
    .select(getTableColumns(transferRequests))
    .from(transferRequests)
    .innerJoin(
      lawyers,
      and(eq(lawyers.firmId, transferRequests.firmId), eq(lawyers.id, transferRequests.lawyerId)),
    )
    .where(and(isOwnRequest(context), eq(transferRequests.id, id)))
    .for('no key update', { of: [lawyers, transferRequests] })
  if (!row) throw notFound()
  if (!isTransferAction(action, row.status)) throw wrongState(row.status, [0])
  return row
}

const saveDecision = (
  context: Context,
  id: number,
  status: 1 | 2 | 3,
  decisionReason: string | null = null,
) =>
  context.db
    .update(transferRequests)
    .set({
      status,
      decisionReason,
      decidedAt: context.now,
      decidedByName: context.caller.name,
      ...updatedColumns(context, transferRequests),
    })
    .where(and(eq(transferRequests.firmId, context.firmId), eq(transferRequests.id, id)))

/** An approved request becomes an ordinary transfer, with the person's present version. */
const decide: Handlers<Calls>['decide'] = async ({ id, result, reason, version }, context) => {
  const row = await lockRequest(context, id, result === 1 ? 'agree' : 'refuse')
  if (row.version !== version) throw versionConflictError(context, resource.fields, row, {})
  const person = await findLawyer(context, row.lawyerId)
  if (result === 1) {
    await saveDecision(context, id, 1, reason)
    await changeLawyer(
      { id: person.id, version: person.version, organizationId: row.toId, reason: row.reason },
      context,
    )
    return { status: 1 }
  }
  await saveDecision(context, id, 2, reason)
  await log(context, {
    module: 4,
    action: 'refuse',
    target: lawyerTarget(person),
    summary: `驳回【${person.name}】的转所申请`,
    reason: reason ?? null,
  })
  await notifyTransferRefused(context, row, reason ?? '')
  return { status: 2 }
}

const withdraw: Handlers<Calls>['withdraw'] = async ({ id }, context) => {
  const row = await lockRequest(context, id, 'withdraw')
  await saveDecision(context, id, 3)
  await log(context, {
    module: 4,
    action: 'withdraw',
    target: lawyerTarget({ id: row.lawyerId, name: row.lawyerName, organizationId: row.organizationId }),
    summary: `撤回【${row.lawyerName}】的转所申请`,
  })
  return {}
}

export const lawyerTransferHandlers: Handlers<Calls> = { page: list.listing, decide, withdraw }
