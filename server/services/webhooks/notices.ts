import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { WebhookEvent } from '../../../resources/domain/webhookEvents.ts'
import { taskRules } from '../jobs/queue.ts'
import { eventsOf } from './events.ts'

/** An event with the JSON that webhooks get of it. */
export type Notice = { event: WebhookEvent; body: string; at: string }

type Row = { createdAt: Date }
type Entry = {
  action: LogAction
  result?: 0 | 1
  target?: { type: string; id: number; organizationId: number | null }
}

/** The notices of an entry of the log: what happened to which record, and nothing personal. */
export const noticesOf = ({ createdAt }: Row, entry: Entry): Notice[] => {
  const { target } = entry
  if (!target) return []
  const { type: kind, id, organizationId } = target
  const timestamp = createdAt.toISOString()
  return eventsOf(entry).map(event => ({
    event,
    at: timestamp,
    body: JSON.stringify({
      type: event,
      timestamp,
      data: { kind, id, organizationId, action: entry.action },
    }),
  }))
}

const { attempts, priority } = taskRules.webhook

/**
 * Common table expressions that store the deliveries of notices (a parameter with their JSON) and add the job of each.
 * They are part of the statement that writes the log, so that a change without webhooks costs nothing more. Jobs for
 * receivers that fail, which may keep a worker waiting for seconds, come after all others.
 */
export const storeNotices = (noticesParameter: string, firmParameter: string) => `
  hooked as (insert into webhook_deliveries (firm_id, webhook_id, event, body, created_at, next_at)
    select hook.firm_id, hook.id, notice.event, notice.body, notice.at, notice.at
    from jsonb_to_recordset(${noticesParameter}::jsonb) as notice(event text, body text, at timestamptz)
    join webhooks as hook on hook.firm_id = ${firmParameter}::int and hook.status = 1
      and hook.events @> to_jsonb(notice.event)
    returning firm_id, webhook_id, id),
  queued as (select graphile_worker.add_job('webhook', json_build_object('firmId', hooked.firm_id, 'id', hooked.id),
    queue_name => 'webhook:' || hooked.firm_id || ':' || hooked.webhook_id,
    job_key => 'webhook:' || hooked.firm_id || ':' || hooked.id, max_attempts => ${attempts},
    priority => ${priority} + (hook.failing_since is not null)::int)
    from hooked join webhooks as hook on hook.firm_id = ${firmParameter}::int and hook.id = hooked.webhook_id)`
