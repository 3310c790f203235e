import { and, eq, isNull, lte } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { privacyReminderMs } from '../../db/rules/dueWork.ts'
import { privacyRequests } from '../../db/tables.ts'
import { notifyPrivacyDue } from '../../notifications/privacy.ts'
import { firmSwitches } from '../identity/session.ts'

/** Reminds once of each request whose deadline is near; returns how many requests that are. */
export const runPrivacyReminders = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const rows = await db
      .update(privacyRequests)
      .set({ remindedAt: now })
      .where(
        and(
          eq(privacyRequests.firmId, firmId),
          eq(privacyRequests.status, 0),
          isNull(privacyRequests.remindedAt),
          lte(privacyRequests.dueAt, new Date(now.getTime() + privacyReminderMs)),
        ),
      )
      .returning({ name: privacyRequests.name, organizationId: privacyRequests.organizationId })
    if (rows.length === 0) return 0
    const sender = { caller: null, db, firmId, now, switches: await firmSwitches(db, firmId) }
    for (const [office, requests] of Map.groupBy(rows, row => row.organizationId))
      await notifyPrivacyDue(
        sender,
        office,
        requests.map(row => row.name),
      )
    return rows.length
  })
