import { type SQL, sql } from 'drizzle-orm'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { askForConfirmation } from '../cards/confirmation.ts'
import { firmSwitches } from '../identity/session.ts'
import { settingOf } from '../settings/firmSettings.ts'

const HOUR_MS = 3_600_000
/** The hour of the first day of a quarter at which the request is sent. */
const startHour = 9
/** Days after which a request that was missed, because no process ran, is left out. */
const latestDays = 7

/** The first moment of the current quarter in the firm's time zone. */
const quarterOf = (now: Date) => {
  const day = firmDay(now)
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return momentOfFirm(`${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`)
}

/** The current quarter if its request may be sent now. */
const quarterInTime = (now: Date) => {
  const quarter = quarterOf(now)
  const hours = (now.getTime() - quarter.getTime()) / HOUR_MS
  return hours >= startHour && hours < latestDays * 24 ? quarter : null
}

const noneSince = (quarter: Date, firmId: SQL) =>
  sql`not exists (select from card_campaigns where card_campaigns.firm_id = ${firmId}
    and started_at >= ${quarter.toISOString()}::timestamptz)`

const hasAsked = async (db: Db, firmId: number, quarter: Date) => {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select ${noneSince(quarter, sql`${firmId}`)} as free`,
  )
  return !rows[0]!.free
}

/** Sends the request of a new quarter; returns how many cards it concerns. */
export const runConfirmations = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const quarter = quarterInTime(now)
    if (!quarter) return 0
    const { confirmQuarterly } = await settingOf(db, firmId, 'reminderSet')
    if (confirmQuarterly !== 1 || (await hasAsked(db, firmId, quarter))) return 0
    const switches = await firmSwitches(db, firmId)
    const count = await askForConfirmation({ caller: null, db, firmId, now, switches })
    if (count === null) return 0
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    const summary = `发起名片确认，共${count}张`
    await appendLogEntries(db, origin, [{ module: 5, action: 'remind', summary, isAutomatic: true }])
    return count
  })
