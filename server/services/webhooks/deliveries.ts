import { and, eq, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { type DeliveryAttempt, webhookDeliveries, webhooks } from '../../db/tables.ts'
import { notifyWebhookDisabled } from '../../notifications/webhooks.ts'
import { decryptText } from '../../process/box.ts'
import type { Log } from '../../process/log.ts'
import { type JobAttempt, enqueue, RepeatLater, retrySeconds } from '../jobs/queue.ts'
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
type Which = { firmId: number; id: number }

const DAY_MS = 24 * 3_600_000
/** Days without a success after which a webhook is disabled. */
const mostFailingDays = 3
/** The number of attempts that the log of a delivery keeps. */
const keptAttempts = 20

const isHook = ({ firmId, webhookId }: Delivery) =>
  and(eq(webhooks.firmId, firmId), eq(webhooks.id, webhookId))

const attempt = async (
  { services, now }: Options,
  { firmId, id, body }: Delivery,
  hook: Hook,
  signal: AbortSignal | undefined,
): Promise<{ tried: DeliveryAttempt; error?: unknown }> => {
  const startedAt = performance.now()
  const outcome = { at: now().toISOString(), status: null, answer: null, error: null }
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const secret = decryptText(hook.sealed, 'webhooks')
    if (secret === null) throw new WordedError('密钥无法读取，请更换密钥')
    const request = { url: hook.url, id: `msg_${firmId}_${id}`, secret, body }
    const { status, answer } = await services.webhooks.post(request, now(), signal)
    return { tried: { ...outcome, status, ms: ms(), answer: answer.replaceAll('\u0000', '') } }
  } catch (error) {
    // The process ends; another one makes this attempt anew.
    signal?.throwIfAborted()
    return { tried: { ...outcome, ms: ms(), error: failureReason(error) }, error }
  }
}

const isSuccess = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/** Stores a failed attempt at the webhook; disables it where its receiver is gone or has failed for days. */
const noteFailure = async (db: Db, delivery: Delivery, { status }: DeliveryAttempt, now: Date) => {
  const [hook] = await db.select().from(webhooks).where(isHook(delivery)).for('no key update')
  if (!hook || hook.status !== 1) return
  const since = hook.failingSince ?? now
  const isOver = now.getTime() - since.getTime() >= mostFailingDays * DAY_MS
  const isDisabled = status === 410 || isOver
  await db
    .update(webhooks)
    .set({ failingSince: since, ...(isDisabled && { status: 2, version: sql`version + 1` }) })
    .where(isHook(delivery))
  if (isDisabled) await notifyWebhookDisabled(db, hook, status === 410, now)
}

type Outcome = { tried: DeliveryAttempt; isFinal: boolean }

/** The state after a failed attempt, and when the queue makes the next one. */
const afterFailure = (attempts: number, { isFinal }: Outcome, now: Date) =>
  isFinal
    ? ({ state: 2 } as const)
    : ({ state: 0, nextAt: new Date(now.getTime() + retrySeconds(attempts) * 1_000) } as const)

/**
 * Stores the result of an attempt; returns whether the delivery still waits. A failure decides nothing if a later
 * attempt, or a new sending, has taken its place meanwhile: it is only noted in the list of attempts. A success
 * always counts, because the receiver has the event.
 */
const storeOutcome = ({ database, now }: Options, delivery: Delivery, outcome: Outcome): Promise<boolean> => {
  const { firmId, id } = delivery
  const { tried } = outcome
  const isThis = and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id))
  return database.write(firmId, async db => {
    const [current] = await db.select().from(webhookDeliveries).where(isThis).for('no key update')
    if (!current) return false
    const isLatest =
      current.state === 0 &&
      current.attempts === delivery.attempts &&
      current.nextAt.getTime() === delivery.nextAt.getTime()
    const attempts = isLatest ? current.attempts + 1 : current.attempts
    const decided = isSuccess(tried)
      ? ({ state: 1 } as const)
      : isLatest
        ? afterFailure(attempts, outcome, now())
        : {}
    await db
      .update(webhookDeliveries)
      .set({ attemptLog: [...current.attemptLog, tried].slice(-keptAttempts), attempts, ...decided })
      .where(isThis)
    if (isSuccess(tried)) await db.update(webhooks).set({ failingSince: null }).where(isHook(delivery))
    else if (isLatest) await noteFailure(db, delivery, tried, now())
    return decided.state === 0
  })
}

/** A delivery that waits, with its webhook; undefined if there is nothing to send now. */
const waitingDelivery = ({ database }: Options, { firmId, id }: Which) =>
  database.read(firmId, async db => {
    const [found] = await db
      .select({ delivery: webhookDeliveries, hook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(
        webhooks,
        and(eq(webhooks.firmId, webhookDeliveries.firmId), eq(webhooks.id, webhookDeliveries.webhookId)),
      )
      .where(and(eq(webhookDeliveries.firmId, firmId), eq(webhookDeliveries.id, id)))
    if (found?.delivery.state !== 0 || (await isSuspended(db, firmId))) return undefined
    return found
  })

/** The job: makes one attempt, and throws if another one is to follow. */
export const deliverToWebhook = async (
  options: Options,
  which: Which,
  { isLast, signal }: JobAttempt,
): Promise<void> => {
  const found = await waitingDelivery(options, which)
  if (!found) return
  const { delivery, hook } = found
  const { firmId, id, webhookId, event } = delivery
  const isOn = hook.status === 1
  const stopped = { at: options.now().toISOString(), status: null, ms: 0, answer: null, error: '推送已停用' }
  const { tried, error } = isOn
    ? await attempt(options, delivery, hook, signal)
    : { tried: stopped, error: undefined }
  // A disabled webhook gets nothing; its deliveries can be sent anew later.
  const isWaiting = await storeOutcome(options, delivery, {
    tried,
    isFinal: isLast || !isOn || tried.status === 410,
  })
  const facts = { firmId, delivery: id, webhook: webhookId, event, status: tried.status }
  if (isSuccess(tried)) return options.log.info(facts, 'an event was delivered to a webhook')
  options.log.warn(
    { ...facts, reason: tried.error, ...(error !== undefined && { error }) },
    'an event could not be delivered to a webhook',
  )
  if (isWaiting) throw new RepeatLater('an event could not be delivered to a webhook')
}

/** Adds the job of a delivery. Those of one webhook follow each other, so that a receiver that hangs is waited for once. */
export const enqueueDelivery = (
  db: Db,
  { firmId, webhookId, id }: Pick<Delivery, 'firmId' | 'webhookId' | 'id'>,
) =>
  enqueue(
    db,
    'webhook',
    { firmId, id },
    { key: `webhook:${firmId}:${id}`, queue: `webhook:${firmId}:${webhookId}` },
  )
