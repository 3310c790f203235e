import { type SQL, sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { binDays } from '../../../resources/kit/index.ts'
import { expiredCodeKeptMs } from '../identity/codes.ts'
import { privacyReminderMs } from '../privacy/deadline.ts'
import { codeAttemptsMs, passwordAttemptsMs, textMessageRetentionMs } from '../integrations/textMessages.ts'
import { firmsWithDigest } from '../messages/digest.ts'
import { firmsWithAssessments } from '../messages/assessments.ts'
import { firmsWithConfirmation } from '../messages/confirmations.ts'
import type { Database } from '../../db/connection/open.ts'

const DAY_MS = 24 * 3_600_000
/**
 * The shortest time limit of a review that a firm can set (domain.md §6.4), after which a reminder may be
 * due.
 */
const shortestLimitMs = 3_600_000

/**
 * Milliseconds between two runs: work that becomes due before the next run is found now and scheduled for its
 * time.
 */
const intervalMs = 60_000

const unionOf = (query: SQL | null) => (query ? sql`union ${query}` : sql``)

/**
 * Finds the firms with work due, and after how many seconds, with one statement for the whole installation. A
 * partial or dated index serves each line, so that a thousand inactive firms cost hardly anything. Suspended
 * firms are skipped.
 */
export const dueFirms = (database: Database, now: Date): Promise<{ firmId: number; delay: number }[]> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
    const { rows } = await db.execute<{ firmId: number; at: string | null }>(sql`
      select * from (select firm_id as "firmId", publish_at as at from articles
        where status = 5 and publish_at <= ${before(-intervalMs)}
      union select firm_id, expire_at from articles
        where status = 2 and expire_at is not null and expire_at <= ${before(-intervalMs)}
      union select firm_id, effective_at from cards
        where effective_at is not null and effective_at <= ${before(-intervalMs)} and deleted_at is null
      union select firm_id, start_at from review_substitutes
        where notified_at is null and start_at <= ${before(-intervalMs)}
      union select firm_id, null from articles where deleted_at is not null and deleted_at <= ${before(binDays * DAY_MS)}
      union select firm_id, null from cards where deleted_at is not null and deleted_at <= ${before(binDays * DAY_MS)}
      union select firm_id, null from lawyers where deleted_at is not null and deleted_at <= ${before(binDays * DAY_MS)}
      union select firm_id, null from admins where deleted_at is not null and deleted_at <= ${before(binDays * DAY_MS)}
      union select firm_id, null from lawyers where remove_on is not null and deleted_at is null
        and remove_on <= ${firmDay(now)}
      union select firm_id, null from lawyers where name_sort = ''
      union select firm_id, null from cards where name_sort = ''
      union select firm_id, null from admins where name_sort = ''
      union select firm_id, null from offices where name_sort = ''
      union select firm_id, null from files where sweep_at is not null and sweep_at <= ${before(0)}
      union select firm_id, null from sessions where expire_at <= ${before(0)}
      union select firm_id, null from one_time_codes where expire_at < ${before(expiredCodeKeptMs)}
      union select firm_id, null from idempotency_keys where created_at < ${before(DAY_MS)}
      union select firm_id, null from text_messages where sealed is not null
        and (created_at < ${before(textMessageRetentionMs)}
          or (failed_at is null and created_at < ${before(passwordAttemptsMs)})
          or (code_id is not null and created_at < ${before(codeAttemptsMs)}))
      union select firm_id, null from text_messages
        where code_id is not null and created_at < ${before(textMessageRetentionMs)}
      union select firm_id, null from lawyers where status = 0 and deleted_at is null
        and coalesce(consent_at, created_at) < ${before(shortestLimitMs)}
      union select firm_id, null from cards where audit_status = 1 and deleted_at is null
        and coalesce(submitted_at, updated_at) < ${before(shortestLimitMs)}
      union select firm_id, null from articles where (status = 1 or revision_status = 1) and deleted_at is null
        and coalesce(submitted_at, updated_at) < ${before(shortestLimitMs)}
      union select firm_id, null from transfer_requests where status = 0 and created_at < ${before(shortestLimitMs)}
      ${unionOf(firmsWithConfirmation(now))} ${unionOf(firmsWithAssessments(now))}
      union select firm_id, null from privacy_requests where status = 0 and reminded_at is null
        and due_at < ${before(-privacyReminderMs)}
      union ${firmsWithDigest(now)}) as due
      where not exists (select from firms where firm_id = due."firmId" and suspended_at is not null)`)
    return rows.map(({ firmId, at }) => ({
      firmId,
      delay: at === null ? 0 : Math.max(0, (new Date(at).getTime() - now.getTime()) / 1_000),
    }))
  })
