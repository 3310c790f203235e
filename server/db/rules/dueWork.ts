import { createHash } from 'node:crypto'

import type pg from 'pg'

import { settings } from '../../../resources/settings/index.ts'
import { firmZone } from '../../../resources/kit/firmTime.ts'
import { binDays } from '../../../resources/kit/index.ts'
import { mayBePublicRow } from './consent.ts'
import { isDistributed } from '../distribution/distributed.ts'

// Database triggers add the job of each date that a row gets, in the transaction that writes it, so that no writer can
// forget it. A job belongs to a firm, a kind of work and a moment: rows with the same moment share one. A job whose
// date has been changed meanwhile finds nothing due, and the new date has a job of its own.

export const dueWorkNames = [
  'publication',
  'cardEffects',
  'substitutions',
  'leavers',
  'purge',
  'reminders',
  'privacyReminders',
  'endedViews',
  'digest',
  'confirmations',
  'assessments',
  'changedSettings',
] as const
export type DueWork = (typeof dueWorkNames)[number]

type DatedRows = {
  work: DueWork
  table: string
  /** Columns whose change may add a job. */
  columns: readonly string[]
  /** Condition for the rows that have a date; an expression on the row `new`. */
  when: string
  /** The date, an expression on the row `new` of a firm, for which there is an expression too. */
  at: (firm: string) => string
  /** Condition for rows whose work is done, which only the reconciliation looks at. */
  isDone?: (firm: string) => string
}

const setting = (firm: string, key: string, name: string) =>
  `(select value ->> '${name}' from firm_configs where firm_configs.firm_id = ${firm} and key = '${key}')`

/** Hours within which a firm wants an item reviewed. */
const reviewHours = (firm: string) =>
  `coalesce(${setting(firm, 'cardReview', 'slaHours')}::int, ${settings.cardReview.initial.slaHours})`

/** Whether reminders of single items are off: altogether, or because the daily digest says what is overdue. */
const isUnreminded = (firm: string) => `(coalesce(${setting(firm, 'cardReview', 'remind')}, '1') <> '1'
  or coalesce(${setting(firm, 'reminderSet', 'digest')}, '0') = '1')`

const review = (kind: string, table: string, id: string, columns: string[], when: string, since: string) => ({
  work: 'reminders' as const,
  table,
  columns,
  when,
  at: (firm: string) => `${since} + make_interval(hours => ${reviewHours(firm)})`,
  isDone: (
    firm: string,
  ) => `${isUnreminded(firm)} or exists (select from review_reminders as told where told.firm_id = ${firm} and told.kind = '${kind}'
    and told.subject_id = new.${id} and told.since = ${since})`,
})

const bin = (table: string) => ({
  work: 'purge' as const,
  table,
  columns: ['deleted_at'],
  when: 'new.deleted_at is not null',
  at: () => `new.deleted_at + interval '${binDays} days'`,
})

/** Days before its deadline on which those who may answer a request are reminded. */
const privacyReminderDays = 3
export const privacyReminderMs = privacyReminderDays * 24 * 3_600_000

export const datedRows: readonly DatedRows[] = [
  {
    work: 'publication',
    table: 'articles',
    columns: ['status', 'publish_at', 'expire_at', 'deleted_at'],
    when: `new.deleted_at is null
      and (new.status = 5 and new.publish_at is not null or new.status = 2 and new.expire_at is not null)`,
    at: () => 'case when new.status = 5 then new.publish_at else new.expire_at end',
    // A case that waits for its client is published by the consent, unless its time comes later.
    isDone: firm => `new.status = 5 and not (${mayBePublicRow('new', firm)})`,
  },
  {
    work: 'cardEffects',
    table: 'cards',
    columns: ['effective_at', 'deleted_at'],
    when: 'new.effective_at is not null and new.deleted_at is null',
    at: () => 'new.effective_at',
  },
  {
    work: 'substitutions',
    table: 'review_substitutes',
    columns: ['start_at'],
    when: 'new.notified_at is null',
    at: () => 'new.start_at',
  },
  {
    work: 'leavers',
    table: 'lawyers',
    columns: ['remove_on', 'status', 'deleted_at'],
    when: 'new.remove_on is not null and new.status = 4 and new.deleted_at is null',
    at: () => `new.remove_on::timestamp at time zone '${firmZone}'`,
  },
  bin('articles'),
  bin('cards'),
  bin('lawyers'),
  bin('admins'),
  review(
    'registration',
    'lawyers',
    'id',
    ['status', 'consent_at', 'deleted_at'],
    'new.status = 0 and new.deleted_at is null',
    'coalesce(new.consent_at, new.created_at)',
  ),
  review(
    'card',
    'cards',
    'id',
    ['audit_status', 'submitted_at', 'deleted_at'],
    'new.audit_status = 1 and new.deleted_at is null',
    'coalesce(new.submitted_at, new.updated_at)',
  ),
  review(
    'article',
    'articles',
    'article_id',
    ['status', 'revision_status', 'submitted_at', 'deleted_at'],
    '(new.status = 1 or new.revision_status = 1) and new.deleted_at is null',
    'coalesce(new.submitted_at, new.updated_at)',
  ),
  review('transfer', 'transfer_requests', 'id', ['status'], 'new.status = 0', 'new.created_at'),
  review('proposal', 'proposals', 'id', ['state'], 'new.state = 1', 'new.created_at'),
  {
    work: 'privacyReminders',
    table: 'privacy_requests',
    columns: ['status', 'due_at'],
    when: 'new.status = 0 and new.reminded_at is null',
    at: () => `new.due_at - interval '${privacyReminderDays} days'`,
  },
  {
    work: 'endedViews',
    table: 'sessions',
    columns: ['expire_at'],
    when: 'new.viewer_id is not null',
    at: () => 'new.expire_at',
  },
  {
    work: 'changedSettings',
    table: 'firm_configs',
    columns: ['value'],
    when: `new.key in ('cardReview', 'reminderSet')`,
    at: () => 'now()',
  },
]

/** The key of the job of a kind of work at a moment of a firm; all three are expressions. */
export const dueKey = (work: string, firmId: string, at: string): string =>
  `${work} || ':' || ${firmId} || ':' || extract(epoch from ${at})`

/** The expression that adds a job of due work. It has the attempts and the priority that jobs have by default. */
export const addDueWork = (work: string, firmId: string, at: string): string =>
  `graphile_worker.add_job('dueWork', json_build_object('firmId', ${firmId}, 'work', ${work}), run_at => ${at},
    job_key => ${dueKey(work, firmId, at)})`

const triggerName = ({ work, table }: DatedRows) => `due_${work.toLowerCase()}_${table}`

/** The names of the triggers, which are the same for the functions. */
export const dueTriggers = (): string[] => datedRows.map(triggerName)

const triggerOf = (dated: DatedRows) => {
  const { work, table, columns, when, at } = dated
  const name = triggerName(dated)
  const statement = `
    create or replace function ${name}() returns trigger language plpgsql as $$
    declare
      due timestamptz := ${at('new.firm_id')};
    begin
      perform ${addDueWork(`'${work}'::text`, 'new.firm_id', 'due')};
      return null;
    end $$;
    create or replace trigger ${name} after insert or update of ${columns.join(', ')} on ${table}
      for each row when (${when}) execute function ${name}();`
  return { name, statement }
}

/**
 * Creates the triggers that are missing or differ; the comment of a function says from what it was made. Each has its
 * own transaction, since one that locks several tables would deadlock with calls that use several. Where the rows are on other
 * servers than the queue there are none: a job of each minute looks for the dates.
 */
export const scheduleDueWork = async (client: pg.ClientBase): Promise<void> => {
  if (await isDistributed(client)) return
  for (const { name, statement } of datedRows.map(triggerOf)) {
    const mark = createHash('sha256').update(statement).digest('hex')
    const { rows } = await client.query<{ mark: string | null }>(
      `select obj_description(to_regproc($1), 'pg_proc') as mark`,
      [name],
    )
    if (rows[0]?.mark !== mark)
      await client.query(`begin; ${statement} comment on function ${name}() is '${mark}'; commit`)
  }
}
