import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Runtime } from '../../context/runtime.ts'
import { withClient } from '../../db/migrate.ts'
import type { BackupPlan } from '../../process/config.ts'
import { jobStopLimits } from '../../process/stopLimits.ts'
import { lastBackupReader } from './lastBackup.ts'
import { runScheduledBackup, type ScheduledBackup } from './scheduledBackup.ts'

// A backup takes hours where the log is long, so it is no job of the queue, which would take it for abandoned. The
// processes of an installation look at the clock each by itself, and a lock in the database lets one of them work.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** China's time is eight hours ahead of UTC. */
const CHINA_MS = 8 * 60 * MINUTE_MS
const RETRY_MS = 15 * MINUTE_MS

/** The key of the advisory lock, an arbitrary number. */
const LOCK = 7_301_946

/** The last time at or before `now` for which a backup is planned. */
export const plannedBefore = ({ hour, minute }: BackupPlan, now: Date): Date => {
  const offset = (hour * 60 + minute) * MINUTE_MS - CHINA_MS
  return new Date(Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset)
}

/** Stored beside the counters of limits, which are kept for 30 days longer than a missed backup is. */
const storedTime = async (client: pg.Client): Promise<Date | undefined> => {
  const { rows } = await client.query<{ at: Date }>(
    `select window_ends_at as at from counters where key = 'backup'`,
  )
  return rows[0]?.at
}

const storeTime = (client: pg.Client, at: Date) =>
  client.query(
    `insert into counters (key, count, window_ends_at) values ('backup', 1, $1)
     on conflict (key) do update set window_ends_at = excluded.window_ends_at`,
    [at],
  )

/**
 * Makes the backup of the last planned time unless this or another process of the installation has made it or is
 * making it; returns whether it did.
 */
export const backUpIfDue = async (
  backup: ScheduledBackup,
  now: Date,
  signal?: AbortSignal,
): Promise<boolean> => {
  const { plan, dataDir } = backup
  const planned = plannedBefore(plan, now)
  return withClient({ keepAlive: true, ...backup.owner }, async client => {
    const { rows } = await client.query<{ isFree: boolean }>(`select pg_try_advisory_lock($1) as "isFree"`, [
      LOCK,
    ])
    if (!rows[0]?.isFree) return false
    // An installation that was upgraded or restored has stored no time, but may have a recent backup.
    const last = (await storedTime(client)) ?? (await lastBackupReader({ dataDir, backupPlan: plan })())?.at
    if (last && new Date(last) >= planned) return false
    await runScheduledBackup(backup, now, signal)
    await storeTime(client, now)
    return true
  })
}

/**
 * Makes the planned backups until the returned function is called, which ends one in progress. One that was missed
 * or has failed is made up for.
 */
export const startBackups = (
  backup: ScheduledBackup,
  { now, isDiskLow }: Pick<Runtime, 'now'> & { isDiskLow: () => boolean },
  pauses = { check: MINUTE_MS, retry: RETRY_MS },
): (() => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const checkOnce = async (): Promise<number> => {
    try {
      if (!isDiskLow()) await backUpIfDue(backup, now(), signal)
      return pauses.check
    } catch (error) {
      if (!signal.aborted) backup.log.error({ err: error }, 'the scheduled backup failed')
      return pauses.retry
    }
  }
  const run = async () => {
    while (!signal.aborted) await delay(await checkOnce(), undefined, { signal }).catch(() => undefined)
  }
  const finished = run()
  return async () => {
    stopping.abort()
    await Promise.race([finished, delay(jobStopLimits.end, undefined, { ref: false })])
  }
}
