import { type SQL, sql } from 'drizzle-orm'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import type { Database } from '../../db/connection/open.ts'
import { admins, lawyers, reviewReminders } from '../../db/tables.ts'
import { notifyAssessmentDue, notifyAssessmentsMissing } from '../../notifications/assessments.ts'
import type { Sender } from '../../notifications/notify.ts'
import { firmSwitches } from '../identity/session.ts'
import { assessedYear, missingConditions } from '../lawyers/due.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { hourOf, takeDailyRun } from './dailyRun.ts'

// From a day of each year on, practising lawyers without the result of the assessed year are reminded once each, and
// the administrators get the number of them.

const startHour = 9
const dayOfYear = (now: Date) => firmDay(now).slice(5)

/** Identifies the reminders of an assessed year. */
const sinceOf = (year: number) => momentOfFirm(`${year}-01-01`).toISOString()

/** Records a reminder for each person on the list who has none; returns how many those are, by office. */
const takeReminders = async ({ db, firmId, now }: Sender, year: number) => {
  const { rowCount } = await db.execute(sql`
    insert into ${reviewReminders} (firm_id, kind, subject_id, since, sent_at)
    select ${firmId}::int, 'assessment', ${lawyers.id}, ${sinceOf(year)}::timestamptz, ${now.toISOString()}::timestamptz
    from ${lawyers} where ${lawyers.firmId} = ${firmId} and ${lawyers.deletedAt} is null and ${missingConditions.assessment({ now })}
    on conflict do nothing`)
  return rowCount ?? 0
}

const missingByOffice = async ({ db, firmId, now }: Sender) => {
  const { rows } = await db.execute<{ office: string; count: number }>(sql`
    select ${lawyers.organizationId} as office, count(*)::int as count from ${lawyers}
    where ${lawyers.firmId} = ${firmId} and ${lawyers.deletedAt} is null and ${missingConditions.assessment({ now })}
    group by 1 order by 1`)
  return rows
}

/** Administrators of these levels, of all offices or of one. */
const adminsOf = ({ firmId }: Sender, levels: SQL, office?: string) => ({
  query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${firmId} and ${admins.status} = 1
    and ${admins.deletedAt} is null and ${admins.isSystem} = 0 and ${admins.officeLevel} in (${levels})
    and ${office === undefined ? sql`true` : sql`${admins.organizationId} = ${office}::bigint`}`,
})

/** Reminds those on the list who have not been reminded of this year; returns how many. */
export const runAssessmentReminders = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    if (hourOf(now) < startHour) return 0
    const { assessmentDue } = await settingOf(db, firmId, 'reminderSet')
    if (!assessmentDue || dayOfYear(now) < assessmentDue) return 0
    if (!(await takeDailyRun(db, firmId, 'assessmentRun', now))) return 0
    const sender = { caller: null, db, firmId, now, switches: await firmSwitches(db, firmId) }
    const year = assessedYear(now)
    const count = await takeReminders(sender, year)
    if (count === 0) return 0
    await notifyAssessmentDue(sender, year, {
      query: sql`select 2, ${reviewReminders.subjectId} from ${reviewReminders}
        where ${reviewReminders.firmId} = ${firmId} and ${reviewReminders.kind} = 'assessment'
          and ${reviewReminders.since} = ${sinceOf(year)} and ${reviewReminders.sentAt} = ${now.toISOString()}`,
    })
    const offices = await missingByOffice(sender)
    const total = offices.reduce((sum, office) => sum + office.count, 0)
    await notifyAssessmentsMissing(sender, year, total, adminsOf(sender, sql`1, 2`))
    for (const { office, count: missing } of offices)
      await notifyAssessmentsMissing(sender, year, missing, adminsOf(sender, sql`3, 4`, office))
    return count
  })
