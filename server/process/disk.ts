import { statfs } from 'node:fs/promises'

import type { Log } from './log.ts'

const DISK_CHECK_MS = 3_000

let diskIsLow = false

/**
 * Whether the data folder's disk has less free space than DISK_LOW_MB; at most a few seconds old. Calls, uploads and
 * jobs ask this before they write.
 */
export const isDiskLow = (): boolean => diskIsLow

/** Checks the free space regularly; the returned function stops it. */
export const watchDisk = async (dataDir: string, minFreeMb: number, log: Log): Promise<() => void> => {
  const check = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(dataDir)
      const isLow = bavail * bsize < minFreeMb * 1024 * 1024
      if (isLow !== diskIsLow)
        log[isLow ? 'error' : 'info']({ leastMb: minFreeMb }, isLow ? 'disk is low' : 'disk has room')
      diskIsLow = isLow
    } catch (error) {
      log.warn({ err: error }, 'the free disk space could not be read')
    }
  }
  await check()
  const timer = setInterval(() => void check(), DISK_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
