import { randomBytes } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import { webhooks as resource } from '../../../resources/webhooks.ts'
import { createdColumns, updatedColumns } from '../../context/actor.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { webhookDeliveries, webhooks } from '../../db/tables.ts'
import { encryptText } from '../../process/box.ts'
import { crudOf } from '../../records/crud.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { lockFirm } from '../../services/limits/lockFirm.ts'
import { enqueueDelivery } from '../../services/webhooks/deliveries.ts'

type Calls = typeof resource.calls
type Hook = typeof webhooks.$inferSelect

/** Maximum number of webhooks of a firm. */
const mostWebhooks = 20

const newSecret = () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: encryptText(secret, 'webhooks') }
}

const targetOf = ({ id, name }: Pick<Hook, 'id' | 'name'>) => ({
  type: resource.name,
  id,
  name,
  organizationId: null,
})

const requireUrl = ({ services }: Context, url: string | undefined) => {
  const refusal = url === undefined ? null : services.webhooks.refusalOf(url)
  if (refusal) throw invalid({ url: refusal })
}

const isHook = ({ firmId }: Context, id: number) => and(eq(webhooks.firmId, firmId), eq(webhooks.id, id))!

const lockHook = async (context: Context, id: number): Promise<Hook> => {
  const [hook] = await context.db.select().from(webhooks).where(isHook(context, id)).for('no key update')
  if (!hook) throw notFound()
  return hook
}

const add: Handlers<Calls>['add'] = async (draft, context) => {
  const { db, firmId, caller } = context
  requireUrl(context, draft.url)
  await lockFirm(context)
  if ((await db.$count(webhooks, eq(webhooks.firmId, firmId))) >= mostWebhooks)
    throw new ApiError('4091', `事件推送最多${mostWebhooks}个，请先删除不再使用的`)
  const { secret, sealed } = newSecret()
  const [row] = await db
    .insert(webhooks)
    .values({ ...draft, sealed, adminId: caller.id, ...createdColumns(context) })
    .returning()
  const hook = row!
  await log(context, {
    module: 10,
    action: 'create',
    target: targetOf(hook),
    diff: diffOf(resource.fields, {}, draft),
  })
  return { id: hook.id, version: hook.version, secret }
}

const update: Handlers<Calls>['update'] = async ({ id, version, ...patch }, context) => {
  requireUrl(context, patch.url)
  const current = await lockHook(context, id)
  const saved = await updateVersioned(context, webhooks, {
    where: isHook(context, id),
    current,
    version,
    // Enabled again, it is not counted as failing for what was before.
    patch: { ...patch, ...(patch.status === 1 && { failingSince: null }) },
    fields: resource.fields,
  })
  await log(context, {
    module: 10,
    action: 'update',
    target: targetOf(current),
    diff: diffOf(resource.fields, current, patch),
  })
  return saved
}

const test: Handlers<Calls>['test'] = async ({ id }, context) => {
  const { db, firmId, now } = context
  const hook = await lockHook(context, id)
  if (hook.status !== 1) throw wrongState(hook.status, [1], '该推送已停用，请先启用')
  const timestamp = now.toISOString()
  const [row] = await db
    .insert(webhookDeliveries)
    .values({
      firmId,
      webhookId: id,
      event: 'test',
      body: JSON.stringify({ type: 'test', timestamp, data: { kind: 'webhooks', id } }),
      nextAt: now,
      createdAt: now,
    })
    .returning({ id: webhookDeliveries.id })
  await enqueueDelivery(db, { firmId, webhookId: id, id: row!.id })
  await log(context, {
    module: 10,
    action: 'remind',
    target: targetOf(hook),
    summary: `向【${hook.name}】发送测试推送`,
  })
  return { deliveryId: row!.id }
}

const renew: Handlers<Calls>['renew'] = async ({ id }, context) => {
  const hook = await lockHook(context, id)
  const { secret, sealed } = newSecret()
  await context.db
    .update(webhooks)
    .set({ sealed, ...updatedColumns(context, webhooks) })
    .where(isHook(context, id))
  await log(context, {
    module: 10,
    action: 'update',
    target: targetOf(hook),
    summary: `更换【${hook.name}】的推送密钥`,
  })
  return { secret }
}

const { page, one, remove } = crudOf(resource, {
  table: webhooks,
  order: [sql`${webhooks.createdAt} desc`],
}).handlers

export const webhookHandlers: Handlers<Calls> = { page, one, add, update, remove, test, renew }
