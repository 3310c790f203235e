import { sql } from 'drizzle-orm'

import { type FeatureSwitches, isMenuEntryOn } from '../../../resources/domain/menu.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import type { Database } from '../../db/connection/open.ts'
import type { Sender } from '../../notifications/notify.ts'
import { type Digest, notifyDigest, type OverdueKind, overdueKinds } from '../../notifications/reminders.ts'
import { reviewerIds } from '../directory/reviewers.ts'
import { firmSwitches } from '../identity/session.ts'
import { settingsOf } from '../settings/firmSettings.ts'
import { hourOf, takeDailyRun } from './dailyRun.ts'
import { featureOf, pendingQueries, waitingWork } from './reminders.ts'

// Each reviewer gets one message a day, at the hour that the firm sets, about everything that awaits a decision.

/** `lawyer` is the owner of cards that somebody maintains under a mandate; `owners` are known where one is an administrator too. */
type Waiting = {
  office: string | null
  content: number | null
  lawyer: string | null
  owners: string[] | null
  call: string | null
  token_owner: string | null
  count: number
  overdue: number
}

/** The number of pending items of a kind by office, without those whose page is switched off. */
const waitingByOffice = async ({ db, firmId, switches }: Sender, kind: OverdueKind, overdueBefore: Date) => {
  const { rows } = await db.execute<Waiting>(sql`
    select organization_id as office, content,
      case when exists (select from mandates kept where kept.firm_id = ${firmId} and kept.lawyer_id = item.lawyer) then lawyer end as lawyer,
      case when exists (select from lawyers owner join admins twin on twin.firm_id = owner.firm_id and twin.mobile = owner.mobile
        where owner.firm_id = ${firmId} and owner.id = any(item.owners)) then owners end as owners,
      call, token_owner, count(*)::int as count,
      (count(*) filter (where since < ${overdueBefore.toISOString()}::timestamptz))::int as overdue
    from (${pendingQueries[kind]} and firm_id = ${firmId}) as item group by 1, 2, 3, 4, 5, 6`)
  return rows.filter(row => featureOf(kind, row).every(name => isMenuEntryOn(name, switches.features)))
}

type ReviewerCount = { id: string; count: number; overdue: number }

/** How many of these items each administrator may decide about. */
const countsByReviewer = async (sender: Sender, kind: OverdueKind, waiting: readonly Waiting[]) => {
  if (waiting.length === 0) return []
  const { rows } = await sender.db.execute<ReviewerCount>(sql`
    select reviewers.id as id, sum(waiting.count)::int as count, sum(waiting.overdue)::int as overdue
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
      as waiting(office bigint, lawyer bigint, owners bigint[], call text, token_owner bigint, count int, overdue int)
      cross join lateral ${reviewerIds(sender, overdueKinds[kind].reviewing, sql`waiting.office`, waitingWork(kind, 'waiting'))} as reviewers(id)
    group by 1`)
  return rows
}

/** The digest of each reviewer who has something to decide, by id. */
const digestsOf = async (sender: Sender, overdueBefore: Date) => {
  const digests = new Map<number, Digest>()
  for (const kind of keysOf(overdueKinds)) {
    const waiting = await waitingByOffice(sender, kind, overdueBefore)
    for (const { id, count, overdue } of await countsByReviewer(sender, kind, waiting)) {
      const digest = digests.get(Number(id)) ?? { counts: {}, overdue: 0 }
      digests.set(Number(id), {
        counts: { ...digest.counts, [kind]: count },
        overdue: digest.overdue + overdue,
      })
    }
  }
  return digests
}

const pageOf = ({ counts }: Digest, features: FeatureSwitches) => {
  if (keysOf(counts).every(kind => kind === 'transfer')) return overdueKinds.transfer.page()
  return isMenuEntryOn('review', features) ? '/app/card/review' : null
}

/** Sends the digest of the day, if its hour has come; returns how many reviewers got one. */
export const runDigest = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const { cardReview, reminderSet } = await settingsOf(db, firmId, 'cardReview', 'reminderSet')
    if (reminderSet.digest !== 1 || hourOf(now) < reminderSet.digestHour) return 0
    if (!(await takeDailyRun(db, firmId, 'digestRun', now))) return 0
    const { slaHours } = cardReview
    const sender = { caller: null, db, firmId, now, switches: await firmSwitches(db, firmId) }
    const digests = await digestsOf(sender, new Date(now.getTime() - slaHours * 3_600_000))
    // Most reviewers of an office have the same digest, which is stored with one statement.
    const alike = Map.groupBy(digests, ([, digest]) => JSON.stringify(digest))
    for (const group of alike.values()) {
      const [, digest] = group[0]!
      const link = pageOf(digest, sender.switches.features)
      await notifyDigest(
        sender,
        digest,
        { slaHours, link },
        group.map(([id]) => id),
      )
    }
    return digests.size
  })
