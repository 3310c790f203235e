import { type SQL, sql } from 'drizzle-orm'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { addDueWork, datedRows, dueKey, type DueWork } from '../../db/rules/dueWork.ts'
import { startSubstitutions } from '../directory/startSubstitutions.ts'
import { deleteEndedViews } from '../identity/views.ts'
import { removeLeavers } from '../lawyers/leavers.ts'
import { runAssessmentReminders } from '../messages/assessments.ts'
import { runConfirmations } from '../messages/confirmations.ts'
import { dayOf } from '../messages/dailyRun.ts'
import { runDigest } from '../messages/digest.ts'
import { runReminders } from '../messages/reminders.ts'
import { isSuspended } from '../operation/suspension.ts'
import { runPrivacyReminders } from '../privacy/reminders.ts'
import { runCardEffects } from './cardEffects.ts'
import { runPublication } from './publication.ts'
import { runPurge } from './purge.ts'

// Work whose time has come in a firm. Dates of rows get their job by a trigger (db/rules/dueWork.ts); what a firm has
// done each day at an hour gets the job of the next day here.

type Run = (database: Database, firmId: number, now: Date) => Promise<number>

/** Each does what is due in transactions of its own, so that it may be repeated, and returns how much that was. */
const runs: Record<Exclude<DueWork, 'changedSettings'>, Run> = {
  publication: runPublication,
  cardEffects: runCardEffects,
  substitutions: (database, firmId, now) =>
    database.write(firmId, db => {
      const switches = { features: {}, rights: { ...rightSwitches }, miniProgram: {} }
      return startSubstitutions({ caller: null, db, firmId, now, switches })
    }),
  leavers: removeLeavers,
  purge: runPurge,
  reminders: runReminders,
  privacyReminders: runPrivacyReminders,
  endedViews: (database, firmId, now) => database.write(firmId, db => deleteEndedViews(db, firmId, now)),
  digest: runDigest,
  confirmations: runConfirmations,
  assessments: runAssessmentReminders,
}

/** Work of every day: which firms want it, and at what hour; expressions on the row of `reminderSet`. */
const daily = {
  digest: { when: sql`value ->> 'digest' = '1'`, hour: sql`coalesce((value ->> 'digestHour')::int, 9)` },
  confirmations: { when: sql`value ->> 'confirmQuarterly' = '1'`, hour: sql`9` },
  assessments: { when: sql`value ->> 'assessmentDue' is not null`, hour: sql`9` },
}
type DailyWork = keyof typeof daily
const isDaily = (work: DueWork): work is DailyWork => work in daily

type Counts = Partial<Record<DueWork, number>>

const isSoon = (at: SQL, until: Date | undefined) =>
  until ? sql`${at} <= ${until.toISOString()}::timestamptz` : sql`true`

type Span = {
  /** The one firm; all firms where absent. */
  firmId?: number | undefined
  /** The last moment of which jobs are added; the end of time where absent. */
  until?: Date | undefined
}

/**
 * `firm` is the number of the one firm, or the column of the rows of all. The dates are read first: their rows may be on
 * other servers than the queue. The missing ones are found before a job is added (restoreJobs.ts).
 */
const addMissing = async (
  db: Db,
  work: DueWork,
  due: SQL,
  { firm, until }: { firm: string; until: Date | undefined },
): Promise<number> => {
  const name = `'${work}'::text`
  const { rowCount } = await db.execute(sql`
    with due(firm_id, at) as materialized (select due.firm_id, due.at from (${due}) as due(firm_id, at)
      where not exists (select from firms where firms.firm_id = ${sql.raw(firm)} and suspended_at is not null)),
    missing as materialized (select due.firm_id, due.at from due
      where ${isSoon(sql`due.at`, until)} and not exists (select from graphile_worker._private_jobs as known
        where known.key = ${sql.raw(dueKey(name, 'due.firm_id', 'due.at'))}))
    select from missing cross join lateral ${sql.raw(addDueWork(name, 'missing.firm_id', 'missing.at'))} as added`)
  return rowCount ?? 0
}

/** Adds the job of the next time of each firm's daily work, or of one firm. */
const scheduleDaily = (db: Db, work: DailyWork, now: Date, { firmId, until }: Span = {}): Promise<number> => {
  const { when, hour } = daily[work]
  const today = sql`${dayOf(now).toISOString()}::timestamptz + make_interval(hours => ${hour})`
  return addMissing(
    db,
    work,
    sql`select firm_id, case when ${today} > ${now.toISOString()}::timestamptz then ${today} else ${today} + interval '1 day' end
      from firm_configs where key = 'reminderSet' and ${when}
        and ${firmId === undefined ? sql`true` : sql`firm_id = ${firmId}`}`,
    { firm: String(firmId ?? 'due.firm_id'), until },
  )
}

/**
 * Adds the jobs that are missing for what has a date, in one firm, or in all if the transaction may read every firm;
 * returns how many of each kind.
 */
export const scheduleMissing = async (db: Db, now: Date, { firmId, until }: Span = {}): Promise<Counts> => {
  const counts: Counts = {}
  const note = (work: DueWork, count: number) => {
    if (count > 0) counts[work] = (counts[work] ?? 0) + count
  }
  for (const { work, table, when, at, isDone = () => 'false' } of datedRows) {
    // A change of settings is a date only while it is written.
    if (work === 'changedSettings') continue
    const isOfFirm = firmId === undefined ? sql`true` : sql`new.firm_id = ${firmId}`
    const firm = String(firmId ?? 'new.firm_id')
    const due = sql`select distinct new.firm_id, ${sql.raw(at(firm))} from ${sql.identifier(table)} as new
      where ${sql.raw(when)} and ${isOfFirm} and ${isSoon(sql.raw(`(${at(firm)})`), until)} and not (${sql.raw(isDone(firm))})`
    note(work, await addMissing(db, work, due, { firm: String(firmId ?? 'due.firm_id'), until }))
  }
  for (const work of keysOf(daily)) note(work, await scheduleDaily(db, work, now, { firmId, until }))
  return counts
}

type Due = { firmId: number; work: DueWork }

const runWhole = async (run: Run, database: Database, firmId: number, now: Date): Promise<void> => {
  while ((await run(database, firmId, now)) > 0) continue
}

/** The job: does a kind of work that is due in a firm. */
export const runDueWork = async (database: Database, { firmId, work }: Due, now: Date): Promise<void> => {
  if (await database.read(firmId, db => isSuspended(db, firmId))) return
  const works = work === 'changedSettings' ? (['digest', 'confirmations', 'assessments'] as const) : [work]
  for (const each of works) {
    if (isDaily(each)) await runs[each](database, firmId, now)
    else await runWhole(runs[each], database, firmId, now)
  }
  if (work === 'changedSettings') await database.write(firmId, db => scheduleMissing(db, now, { firmId }))
  else if (isDaily(work)) await database.write(firmId, db => scheduleDaily(db, work, now, { firmId }))
}
