import { and, eq, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { type DeliveryAttempt, webhookDeliveries, webhooks } from '../../db/tables.ts'
import { notifyWebhookDisabled } from '../../notifications/webhooks.ts'
import { decryptText } from '../../process/box.ts'
import type { Log } from '../../process/log.ts'
import { enqueue } from '../jobs/queue.ts'
import { isSuspended } from '../operation/suspension.ts'
import { failureReason, WordedError } from './failureReason.ts'

// Deliveries of events to webhooks. Each is a row that is stored with the change; a job sends it outside any transaction
// and stores the result. If the process is killed between the two, the delivery is sent again with the same webhook-id.

type Options = {
  database: Database
  services: Pick<Services, 'webhooks'>
  now: () => Date
  log: Pick<Log, 'info' | 'warn'>
}
type Delivery = typeof webhookDeliveries.$inferSelect
type Hook = typeof webhooks.$inferSelect

const MINUTE_MS = 60_000
/** Minutes until the next attempt after each failed one, a day in total; after one more a delivery is given up. */
const pauses = [1, 5, 30, 120, 300, 420, 600]
/** Minutes after which an attempt counts as abandoned, longer than any attempt takes. */
const leaseMinutes = 2
/** Milliseconds after which a job yields to others. */
const PORTION_MS = 15_000
/** Days for which deliveries are kept. */
const keptDays = 30
/** Days without a success after which a webhook is disabled. */
const mostFailingDays = 3
/** The number of attempts that the log of a delivery keeps. */
const keptAttempts = 20

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

/**
 * Takes the next delivery that is due, so that no other process sends it meanwhile. Those to receivers that fail, and
 * may keep a job waiting for seconds, come after all others.
 */
const takeNext = async (database: Database, firmId: number, now: Date): Promise<Delivery | undefined> => {
  const [delivery] = await database.write(firmId, db =>
    db
      .update(webhookDeliveries)
      .set({ attempts: sql`attempts + 1`, nextAt: minutesAfter(now, leaseMinutes) })
      .where(
        and(
          eq(webhookDeliveries.firmId, firmId),
          sql`${webhookDeliveries.id} = (select due.id from webhook_deliveries as due
            join webhooks as hook on hook.firm_id = due.firm_id and hook.id = due.webhook_id
            where due.firm_id = ${firmId} and due.state = 0 and due.next_at <= ${now.toISOString()}::timestamptz
            order by hook.failing_since is not null, due.next_at, due.id limit 1 for update of due skip locked)`,
        ),
      )
      .returning(),
  )
  return delivery
}

const isHook = ({ firmId, webhookId }: Delivery) =>
  and(eq(webhooks.firmId, firmId), eq(webhooks.id, webhookId))

const attempt = async (
  { services, now }: Options,
  { firmId, id, body }: Delivery,
  hook: Hook,
): Promise<{ tried: DeliveryAttempt; error?: unknown }> => {
  const startedAt = performance.now()
  const outcome = { at: now().toISOString(), status: null, answer: null, error: null }
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const secret = decryptText(hook.sealed, 'webhooks')
    if (secret === null) throw new WordedError('密钥无法读取，请更换密钥')
    const request = { url: hook.url, id: `msg_${firmId}_${id}`, secret, body }
    const { status, answer } = await services.webhooks.post(request, now())
    return { tried: { ...outcome, status, ms: ms(), answer: answer.replaceAll('\u0000', '') } }
  } catch (error) {
    return { tried: { ...outcome, ms: ms(), error: failureReason(error) }, error }
  }
}

const isSuccess = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/** Stores a failed attempt at the webhook; disables it where its receiver is gone or has failed for days. */
const noteFailure = async (db: Db, delivery: Delivery, { status }: DeliveryAttempt, now: Date) => {
  const [hook] = await db.select().from(webhooks).where(isHook(delivery)).for('no key update')
  if (!hook || hook.status !== 1) return
  const since = hook.failingSince ?? now
  const isOver = now.getTime() - since.getTime() >= mostFailingDays * 24 * 60 * MINUTE_MS
  const isDisabled = status === 410 || isOver
  await db
    .update(webhooks)
    .set({ failingSince: since, ...(isDisabled && { status: 2, version: sql`version + 1` }) })
    .where(isHook(delivery))
  if (isDisabled) await notifyWebhookDisabled(db, hook, status === 410, now)
}

type Outcome = { tried: DeliveryAttempt; isHookOn: boolean }

/** The state after a failed attempt, and when the next one is made. */
const afterFailure = ({ attempts }: Delivery, { tried, isHookOn }: Outcome, now: Date) => {
  const pause = isHookOn && tried.status !== 410 ? pauses[attempts - 1] : undefined
  return pause === undefined
    ? ({ state: 2 } as const)
    : ({ state: 0, nextAt: minutesAfter(now, pause) } as const)
}

/**
 * Stores the result of an attempt. One that ends when its time was over long ago is noted in the list of attempts;
 * its failure decides nothing then, because a later attempt or a new sending has taken its place. A success always
 * counts: the receiver has the event.
 */
const storeOutcome = ({ database, now }: Options, delivery: Delivery, outcome: Outcome) => {
  const { firmId, id } = delivery
  const { tried } = outcome
  const isThis = and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id))
  return database.write(firmId, async db => {
    const [current] = await db.select().from(webhookDeliveries).where(isThis).for('no key update')
    if (!current) return
    const isLatest =
      current.state === 0 &&
      current.attempts === delivery.attempts &&
      current.nextAt.getTime() === delivery.nextAt.getTime()
    const attemptLog = [...current.attemptLog, tried].slice(-keptAttempts)
    const decided = isSuccess(tried)
      ? ({ state: 1 } as const)
      : isLatest
        ? afterFailure(delivery, outcome, now())
        : {}
    await db
      .update(webhookDeliveries)
      .set({ attemptLog, ...decided })
      .where(isThis)
    if (isSuccess(tried)) await db.update(webhooks).set({ failingSince: null }).where(isHook(delivery))
    else if (isLatest) await noteFailure(db, delivery, tried, now())
  })
}

const deliver = async (options: Options, delivery: Delivery): Promise<void> => {
  const { database, log } = options
  const { firmId, id, webhookId, event, attempts } = delivery
  const [hook] = await database.read(firmId, db => db.select().from(webhooks).where(isHook(delivery)))
  const stopped = { at: options.now().toISOString(), status: null, ms: 0, answer: null, error: '推送已停用' }
  const { tried, error } =
    hook?.status === 1 ? await attempt(options, delivery, hook) : { tried: stopped, error: undefined }
  // A disabled webhook gets nothing; its deliveries can be sent anew later.
  await storeOutcome(options, delivery, { tried, isHookOn: hook?.status === 1 })
  const facts = { firmId, delivery: id, webhook: webhookId, event, attempts, status: tried.status }
  if (isSuccess(tried)) log.info(facts, 'an event was delivered to a webhook')
  else
    log.warn(
      { ...facts, reason: tried.error, ...(error !== undefined && { error }) },
      'an event could not be delivered to a webhook',
    )
}

/** Adds the job that sends what is due in a firm. */
export const enqueueWebhooks = (db: Db, firmId: number) =>
  enqueue(db, 'sendWebhooks', { firmId }, { key: `sendWebhooks:${firmId}` })

/** The job: sends what is due in a firm, one after the other, for a while. */
export const sendWebhooks = async (options: Options, firmId: number, signal?: AbortSignal): Promise<void> => {
  const { database, now } = options
  if (await database.read(firmId, db => isSuspended(db, firmId))) return
  const endsAt = performance.now() + PORTION_MS
  for (;;) {
    const delivery = await takeNext(database, firmId, now())
    if (!delivery) return
    await deliver(options, delivery)
    if (performance.now() > endsAt || signal?.aborted)
      return database.write(firmId, db => enqueueWebhooks(db, firmId))
  }
}

/** Adds jobs for firms with deliveries that are due, because an attempt failed or was abandoned. */
export const resumeWebhooks = (database: Database, now: Date): Promise<void> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select distinct firm_id as "firmId" from webhook_deliveries where state = 0
        and next_at <= ${now.toISOString()}::timestamptz
        and not exists (select from firms
          where firms.firm_id = webhook_deliveries.firm_id and suspended_at is not null)
        and not exists (select from graphile_worker._private_jobs as job
          where job.key = 'sendWebhooks:' || webhook_deliveries.firm_id)`)
    for (const { firmId } of rows) await enqueueWebhooks(db, firmId)
  })

/** Removes deliveries that are older than `keptDays`; returns how many. */
export const expireDeliveries = async (database: Database, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * MINUTE_MS).toISOString()
  const firmIds = await database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select firm_id as "firmId" from firms where exists (select from webhook_deliveries as delivery
        where delivery.firm_id = firms.firm_id and delivery.created_at < ${before}::timestamptz)`)
    return rows.map(({ firmId }) => firmId)
  })
  let removed = 0
  for (const firmId of firmIds)
    removed += await database.write(firmId, async db => {
      const { rowCount } = await db.execute(sql`
        delete from webhook_deliveries where firm_id = ${firmId} and created_at < ${before}::timestamptz`)
      return rowCount ?? 0
    })
  return removed
}
