import type { Database } from '../../db/connection/open.ts'
import type { Log } from '../../process/log.ts'
import { deleteExpiredCodes } from '../identity/codes.ts'
import { removeLeavers } from '../lawyers/leavers.ts'
import { runKeyExpiry } from '../limits/expiredKeys.ts'
import { runCardEffects } from './cardEffects.ts'
import { runPurge } from './purge.ts'
import { runAssessmentReminders } from '../messages/assessments.ts'
import { runConfirmations } from '../messages/confirmations.ts'
import { runDigest } from '../messages/digest.ts'
import { runPrivacyReminders } from '../privacy/reminders.ts'
import { runReminders } from '../messages/reminders.ts'
import { runSchedule } from './schedule.ts'
import { expireTextMessages } from '../integrations/textMessages.ts'
import { repairNameKeys } from '../directory/nameKeyRepair.ts'
import { isSuspended } from '../operation/suspension.ts'
import { runFileSweep } from '../files/unusedFiles.ts'

type Options = { database: Database; log: Log }

/** The steps in their order; each runs in transactions of its own. */
const clockSteps = [
  runSchedule,
  removeLeavers,
  runCardEffects,
  runPurge,
  runFileSweep,
  runReminders,
  runDigest,
  runConfirmations,
  runAssessmentReminders,
  runPrivacyReminders,
  runKeyExpiry,
  deleteExpiredCodes,
  expireTextMessages,
  repairNameKeys,
]

/**
 * Does the work that is due in one firm. A step that fails does not prevent the others, and is tried again a
 * minute later.
 */
export const runFirmClock = async ({ database, log }: Options, firmId: number, now: Date): Promise<void> => {
  // The firm may have been suspended after the job was added.
  if (await database.read(firmId, db => isSuspended(db, firmId))) return
  for (const step of clockSteps)
    await step(database, firmId, now).catch((error: unknown) =>
      log.warn(
        { err: error, firmId, step: step.name },
        'a step of the scheduled work failed; it runs again within a minute',
      ),
    )
}
