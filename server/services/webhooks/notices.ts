import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { WebhookEvent } from '../../../resources/domain/webhookEvents.ts'
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

/**
 * Common table expressions that store the deliveries of notices (a parameter with their JSON) and add the job that sends
 * them. They are part of the statement that writes the log, so that a change without webhooks costs nothing more.
 */
export const storeNotices = (noticesParameter: string, firmParameter: string) => `
  hooked as (insert into webhook_deliveries (firm_id, webhook_id, event, body, created_at, next_at)
    select hook.firm_id, hook.id, notice.event, notice.body, notice.at, notice.at
    from jsonb_to_recordset(${noticesParameter}::jsonb) as notice(event text, body text, at timestamptz)
    join webhooks as hook on hook.firm_id = ${firmParameter}::int and hook.status = 1
      and hook.events @> to_jsonb(notice.event)
    returning firm_id),
  queued as (select graphile_worker.add_job('sendWebhooks', json_build_object('firmId', ${firmParameter}::int),
    job_key => 'sendWebhooks:' || ${firmParameter}::int, run_at => now(), max_attempts => 10, priority => 0)
    from hooked limit 1)`
