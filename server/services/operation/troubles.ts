import { type Trouble, troubleNames } from '../../../resources/domain/troubles.ts'
import type { InstallationFacts } from '../../context/services.ts'
import type { DatabaseFacts } from './status.ts'

const GIGABYTE = 1024 ** 3
const HOUR_MS = 3_600_000
/** The same limit as in the alert rules. */
const MIN_FREE_BYTES = 2 * GIGABYTE
/** Reports a daily backup after its first failure. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS
const MAX_JOB_DELAY_SECONDS = 600
/** The same limit as in the alert rules. */
const MAX_FORWARDING_DELAY_SECONDS = 900

/** Slower checks, made only for the status page of one firm. */
type FirmChecks = { isLogWhole: boolean; wechatRefusal: string | null }

/** The troubles of an installation, the most urgent first. */
export const troublesOf = (
  { pendingMigrations, content, replica, forwarding = [] }: DatabaseFacts,
  { disk, lastBackup, lastAnchorAt }: InstallationFacts,
  now: Date,
  { isLogWhole, wechatRefusal }: FirmChecks = { isLogWhole: true, wechatRefusal: null },
): Trouble[] => {
  const backupAge = lastBackup && now.getTime() - new Date(lastBackup.at).getTime()
  const found: Record<Trouble, boolean> = {
    logBroken: !isLogWhole,
    logUnprotected: content !== null && !content.isLogProtected,
    diskLow: disk.freeBytes < MIN_FREE_BYTES,
    migrate: pendingMigrations > 0,
    noBackup: lastBackup === null,
    backupOld: backupAge !== null && backupAge > MAX_BACKUP_AGE_MS,
    backupUnproven: lastBackup?.check === 'read',
    jobsLate: (content?.jobs.oldestSeconds ?? 0) > MAX_JOB_DELAY_SECONDS,
    jobsFailed: (content?.jobs.failed ?? 0) > 0,
    messagesUnsent: (content?.unsent ?? 0) > 0,
    wechatRefused: wechatRefusal !== null,
    replicaLate: replica?.lagMs === null,
    deletionUnfinished: (content?.deleting ?? 0) > 0,
    logNotForwarded: forwarding.some(it => (it.oldestSeconds ?? 0) > MAX_FORWARDING_DELAY_SECONDS),
    noAnchor: content !== null && content.firms > 0 && lastAnchorAt === null,
  }
  return troubleNames.filter(name => found[name])
}
