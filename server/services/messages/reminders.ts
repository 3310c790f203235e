import { sql } from 'drizzle-orm'

import { contentFeature } from '../../../resources/domain/contentKinds.ts'
import { type FeatureSwitches, isMenuEntryOn } from '../../../resources/domain/menu.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { articles, cards, lawyers, proposals, reviewReminders, transferRequests } from '../../db/tables.ts'
import { notifyOverdue, type OverdueKind, overdueKinds } from '../../notifications/reminders.ts'
import type { Sender } from '../../notifications/notify.ts'
import { workingAuthors } from '../articles/authors.ts'
import { ofProposal, reviewerIds, type Work } from '../directory/reviewers.ts'
import { settingsOf } from '../settings/firmSettings.ts'
import { firmSwitches } from '../identity/session.ts'

// 审核时限提醒 (docs/domain.md §6.4): reminds those who may decide, once per submission, when a review takes longer than
// the firm allows.

const hourMs = 3_600_000
/** Reminders of each kind per run; the next run takes the others. */
const itemsPerRun = 200

const noProposal = sql`null::text as call, null::bigint as token_owner`

/**
 * The pending items of each kind, with the lawyers whose own work it is, and the one whose card it is, and the call and the
 * owner of the token of a proposal; each condition matches a partial index.
 */
export const pendingQueries = {
  registration: sql`select id, name as title, organization_id, null::int as content, null::bigint as lawyer,
    null::bigint[] as owners, coalesce(consent_at, created_at) as since, ${noProposal}
    from ${lawyers} where status = 0 and deleted_at is null`,
  card: sql`select id, name as title, organization_id, null::int as content, lawyer_id as lawyer,
    array[lawyer_id] as owners, coalesce(submitted_at, updated_at) as since, ${noProposal}
    from ${cards} where audit_status = 1 and deleted_at is null`,
  article: sql`select article_id as id, coalesce(revision ->> 'title', title) as title, organization_id, kind as content,
    null::bigint as lawyer, ${workingAuthors} as owners, coalesce(submitted_at, updated_at) as since, ${noProposal}
    from ${articles} where deleted_at is null and (status = 1 or revision_status = 1)`,
  transfer: sql`select id, lawyer_name as title, organization_id, null::int as content, null::bigint as lawyer,
    null::bigint[] as owners, created_at as since, ${noProposal}
    from ${transferRequests} where status = 0`,
  proposal: sql`select id, title, organization_id, null::int as content, ${ofProposal.lawyer} as lawyer,
    ${ofProposal.owners} as owners, created_at as since, ${ofProposal.proposed.call} as call,
    ${ofProposal.proposed.tokenOwner} as token_owner
    from ${proposals} where state = 1`,
}

type Row = {
  id: string
  title: string
  /** Null for a proposal that is about the whole firm. */
  organizationId: string | null
  content: number | null
  lawyer: string | null
  owners: string[] | null
  call: string | null
  token_owner: string | null
}

/**
 * Selects overdue items without a reminder since their submission, and marks them, so that two processes do
 * not remind twice.
 */
const takeOverdue = async (db: Db, firmId: number, kind: OverdueKind, overdueBefore: Date, now: Date) => {
  const { rows } = await db.execute<Row>(sql`
    with overdue as (
      select * from (${pendingQueries[kind]} and firm_id = ${firmId}) as item
      where since <= ${overdueBefore.toISOString()}::timestamptz and not exists (select from ${reviewReminders} as told
        where told.firm_id = ${firmId} and told.kind = ${kind} and told.subject_id = item.id and told.since = item.since)
      order by since limit ${itemsPerRun}),
    told as (
      insert into ${reviewReminders} (firm_id, kind, subject_id, since, sent_at)
      select ${firmId}::int, ${kind}, id, since, ${now.toISOString()}::timestamptz from overdue
      on conflict do nothing returning subject_id)
    select id, title, organization_id as "organizationId", content, lawyer, owners, call, token_owner from overdue where id in (select subject_id from told)`)
  return rows
}

/** What the decision about a row of pending items of this kind is about. */
export const waitingWork = (kind: OverdueKind, row: 'item' | 'waiting'): Work => {
  const column = (name: string) => sql.raw(`${row}.${name}`)
  const proposed = { call: column('call'), tokenOwner: column('token_owner') }
  return {
    owners: column('owners'),
    lawyer: column('lawyer'),
    ...(kind === 'proposal' && { proposed }),
  }
}

/** The menu entries that must be on for a pending item to be reviewed. */
export const featureOf = (kind: OverdueKind, { content }: Pick<Row, 'content'>) =>
  (
    {
      registration: ['lawyer.list'],
      card: ['card.list'],
      article: contentFeature({ kind: content }),
      transfer: ['lawyer.transfer'],
      proposal: ['review'],
    } as const
  )[kind]

/** The page where several items of a kind are decided. */
const decisionPageOf = (kind: OverdueKind, features: FeatureSwitches) => {
  if (kind === 'transfer') return overdueKinds.transfer.page()
  return isMenuEntryOn('review', features) ? `/app/card/review?kind=${kind}&overdue=1` : null
}

/** Items with the ids of those who may decide about exactly these. */
const byReviewers = async (
  sender: Sender,
  kind: OverdueKind,
  office: string | null,
  items: readonly Row[],
) => {
  const { rows } = await sender.db.execute<{ reviewer: string; items: string[] }>(sql`
    select reviewers.id as reviewer, array_agg(item.id order by item.place) as items
    from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (id bigint, lawyer bigint, owners bigint[], call text, token_owner bigint))
        with ordinality as item(id, lawyer, owners, call, token_owner, place)
      cross join lateral ${reviewerIds(sender, overdueKinds[kind].reviewing, sql`${office}::bigint`, waitingWork(kind, 'item'))} as reviewers(id)
    group by reviewers.id`)
  return [...Map.groupBy(rows, row => row.items.join(' ')).values()].map(alike => {
    const chosen = new Set(alike[0]!.items.map(String))
    return {
      ids: alike.map(it => Number(it.reviewer)),
      items: items
        .filter(({ id }) => chosen.has(String(id)))
        .map(({ id, title }) => ({ id: Number(id), title })),
    }
  })
}

/** Sends the reminders that have become due; returns how many items they cover. */
export const runReminders = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const { cardReview, reminderSet } = await settingsOf(db, firmId, 'cardReview', 'reminderSet')
    const { slaHours, remind } = cardReview
    // The daily digest also says what is overdue.
    if (remind !== 1 || reminderSet.digest === 1) return 0
    const switches = await firmSwitches(db, firmId)
    const sender = { caller: null, db, firmId, now, switches }
    const overdueBefore = new Date(now.getTime() - slaHours * hourMs)
    let count = 0
    for (const kind of keysOf(overdueKinds)) {
      const rows = await takeOverdue(db, firmId, kind, overdueBefore, now)
      const enabledItems = rows.filter(row =>
        featureOf(kind, row).every(name => isMenuEntryOn(name, switches.features)),
      )
      const deskPath = decisionPageOf(kind, switches.features)
      for (const [office, items] of Map.groupBy(enabledItems, it => it.organizationId)) {
        for (const { ids, items: own } of await byReviewers(sender, kind, office, items)) {
          const [first, ...rest] = own
          if (first) await notifyOverdue(sender, kind, ids, [first, ...rest], { slaHours, deskPath })
        }
      }
      count += enabledItems.length
    }
    return count
  })
