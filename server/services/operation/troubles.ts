import { type Trouble, troubleNames } from '../../../resources/domain/troubles.ts'
import type { InstallationFacts } from '../../context/services.ts'
import type { DatabaseFacts } from './status.ts'

const GIGABYTE = 1024 ** 3
const HOUR_MS = 3_600_000
/** Below it the alert rules warn too. */
const leastFree = 2 * GIGABYTE
/** A daily backup that failed once is noticed. */
const oldestBackupMs = 36 * HOUR_MS
const latestJobSeconds = 600

/** Checks that take longer, for the page of one firm only. */
type FirmChecks = { isLogWhole: boolean; wechatRefusal: string | null }

/** The troubles of an installation, the most pressing first. */
export const troublesOf = (
  { pendingMigrations, content, replica }: DatabaseFacts,
  { disk, lastBackup, lastAnchorAt }: InstallationFacts,
  now: Date,
  { isLogWhole, wechatRefusal }: FirmChecks = { isLogWhole: true, wechatRefusal: null },
): Trouble[] => {
  const backupAge = lastBackup && now.getTime() - new Date(lastBackup.at).getTime()
  const found: Record<Trouble, boolean> = {
    logBroken: !isLogWhole,
    logUnprotected: content !== null && !content.isLogProtected,
    diskLow: disk.freeBytes < leastFree,
    migrate: pendingMigrations > 0,
    noBackup: lastBackup === null,
    backupOld: backupAge !== null && backupAge > oldestBackupMs,
    backupUnproven: lastBackup?.check === 'read',
    jobsLate: (content?.jobs.oldestSeconds ?? 0) > latestJobSeconds,
    jobsFailed: (content?.jobs.failed ?? 0) > 0,
    messagesUnsent: (content?.unsent ?? 0) > 0,
    wechatRefused: wechatRefusal !== null,
    replicaLate: replica?.lagMs === null,
    deletionUnfinished: (content?.deleting ?? 0) > 0,
    noAnchor: content !== null && content.firms > 0 && lastAnchorAt === null,
  }
  return troubleNames.filter(name => found[name])
}
