import { and, desc, eq, sql } from 'drizzle-orm'

import { webhookDeliveries as resource } from '../../../resources/webhooks.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { webhookDeliveries, webhooks } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { log } from '../../services/audit/audit.ts'
import { enqueueWebhooks } from '../../services/webhooks/deliveries.ts'

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

const list = listOf(resource.calls.page, {
  table: webhookDeliveries,
  key: webhookDeliveries.id,
  visibleWhere: ({ firmId }: Context) => eq(webhookDeliveries.firmId, firmId),
  search: [webhooks.name],
  order: [desc(webhookDeliveries.createdAt)],
  joins: [{ kind: 'inner', table: webhooks, on: isOfWebhook }],
  columns: { name: webhooks.name, nextAt },
  sorts: {},
  conditions: {},
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
    .select({ delivery: webhookDeliveries, name: webhooks.name })
    .from(webhookDeliveries)
    .innerJoin(webhooks, isOfWebhook)
    .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
  if (!found) throw notFound()
  const { delivery, name } = found
  return {
    ...delivery,
    name,
    nextAt: delivery.state === 0 ? delivery.nextAt.toISOString() : null,
    createdAt: delivery.createdAt.toISOString(),
  }
}

const resend: Handlers<Calls>['resend'] = async ({ id }, context) => {
  const { db, firmId, now } = context
  const { delivery, name, status } = await deliveryOf(context, id)
  if (delivery.state === 0) throw wrongState(0, [1, 2], '该推送正在等待发送')
  if (status !== 1) throw wrongState(status, [1], '该推送已停用，请先启用')
  await db
    .update(webhookDeliveries)
    .set({ state: 0, attempts: 0, nextAt: now })
    .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
  await enqueueWebhooks(db, firmId)
  await log(context, {
    module: 10,
    action: 'remind',
    target: { type: resource.name, id, name, organizationId: null },
    summary: `重新发送【${name}】的推送`,
  })
  return {}
}

export const webhookDeliveryHandlers: Handlers<Calls> = { page: list.listing, one, resend }
