import type { DatabaseFacts, InstallationFacts } from './status.ts'

/** What an operator has to do something about. */
export type Trouble =
  | 'migrate'
  | 'jobsFailed'
  | 'jobsLate'
  | 'diskLow'
  | 'noBackup'
  | 'backupOld'
  | 'backupUnproven'
  | 'noAnchor'
  | 'messagesUnsent'
  | 'deletionUnfinished'

const GIGABYTE = 1024 ** 3
const HOUR_MS = 3_600_000
/** Below it the alert rules warn too. */
const leastFree = 2 * GIGABYTE
/** A daily backup that failed once is noticed. */
const oldestBackupMs = 36 * HOUR_MS
const latestJobSeconds = 600

/** The troubles of an installation, the most pressing first. */
export const troublesOf = (
  { pendingMigrations, content }: DatabaseFacts,
  { disk, lastBackup, lastAnchorAt }: InstallationFacts,
  now: Date,
): Trouble[] => {
  const backupAge = lastBackup && now.getTime() - new Date(lastBackup.at).getTime()
  const found: [Trouble, boolean][] = [
    ['diskLow', disk.freeBytes < leastFree],
    ['migrate', pendingMigrations > 0],
    ['noBackup', lastBackup === null],
    ['backupOld', backupAge !== null && backupAge > oldestBackupMs],
    ['backupUnproven', lastBackup?.check === 'read'],
    ['jobsLate', (content?.jobs.oldestSeconds ?? 0) > latestJobSeconds],
    ['jobsFailed', (content?.jobs.failed ?? 0) > 0],
    ['messagesUnsent', (content?.unsent ?? 0) > 0],
    ['deletionUnfinished', (content?.deleting ?? 0) > 0],
    ['noAnchor', content !== null && content.firms > 0 && lastAnchorAt === null],
  ]
  return found.filter(([, isThere]) => isThere).map(([trouble]) => trouble)
}
