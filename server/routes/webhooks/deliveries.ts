import { and, desc, eq, sql } from 'drizzle-orm'

import { webhookDeliveries as resource } from '../../../resources/webhooks.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { webhookDeliveries, webhooks } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { log } from '../../services/audit/audit.ts'
import { enqueueDelivery } from '../../services/webhooks/deliveries.ts'

type Calls = typeof resource.calls

const isOfWebhook = and(
  eq(webhooks.firmId, webhookDeliveries.firmId),
  eq(webhooks.id, webhookDeliveries.webhookId),
)!

/** The time of the next attempt, of a delivery that waits for one. */
const nextAt = sql<
  string | null
>`case when ${webhookDeliveries.state} = 0 then ${webhookDeliveries.nextAt} end`.mapWith((text: string) =>
  new Date(text).toISOString(),
)

/** Of a delivery that waits, 3 if an attempt has failed, otherwise 0. */
const shownState = sql<
  0 | 1 | 2 | 3
>`case when ${webhookDeliveries.state} = 0 and ${webhookDeliveries.attempts} > 0
  and jsonb_array_length(${webhookDeliveries.attemptLog}) > 0 then 3 else ${webhookDeliveries.state} end`

const list = listOf(resource.calls.page, {
  table: webhookDeliveries,
  key: webhookDeliveries.id,
  visibleWhere: ({ firmId }: Context) => eq(webhookDeliveries.firmId, firmId),
  search: [webhooks.name],
  order: [desc(webhookDeliveries.createdAt)],
  joins: [{ kind: 'inner', table: webhooks, on: isOfWebhook }],
  columns: { name: webhooks.name, nextAt, state: shownState },
  sorts: {},
  conditions: { state: state => sql`${shownState} = ${state}` },
})

const deliveryOf = async ({ db, firmId }: Context, id: number) => {
  const [found] = await db
    .select({ delivery: webhookDeliveries, name: webhooks.name, status: webhooks.status })
    .from(webhookDeliveries)
    .innerJoin(webhooks, isOfWebhook)
    .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
    .for('no key update', { of: webhookDeliveries })
  if (!found) throw notFound()
  return found
}

const one: Handlers<Calls>['one'] = async ({ id }, { db, firmId }) => {
  const [found] = await db
    .select({ delivery: webhookDeliveries, name: webhooks.name, state: shownState })
    .from(webhookDeliveries)
    .innerJoin(webhooks, isOfWebhook)
    .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
  if (!found) throw notFound()
  const { delivery, name, state } = found
  return {
    ...delivery,
    name,
    state,
    nextAt: delivery.state === 0 ? delivery.nextAt.toISOString() : null,
    createdAt: delivery.createdAt.toISOString(),
  }
}

const resend: Handlers<Calls>['resend'] = async ({ id }, context) => {
  const { db, firmId, now } = context
  const { delivery, name, status } = await deliveryOf(context, id)
  const hasFailed = delivery.attempts > 0 && delivery.attemptLog.length > 0
  if (delivery.state === 0 && !hasFailed) throw wrongState(0, [1, 2, 3], '该推送正在等待发送')
  if (status !== 1) throw wrongState(status, [1], '该推送已停用，请先启用')
  await db
    .update(webhookDeliveries)
    .set({ state: 0, attempts: 0, nextAt: now })
    .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
  await enqueueDelivery(db, delivery)
  await log(context, {
    module: 10,
    action: 'remind',
    target: { type: resource.name, id, name, organizationId: null },
    summary: `重新发送【${name}】的推送`,
  })
  return {}
}

export const webhookDeliveryHandlers: Handlers<Calls> = { page: list.listing, one, resend }
