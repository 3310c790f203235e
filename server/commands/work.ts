import { announceProcess } from '../db/releases.ts'
import { isDiskLow, watchDisk } from '../process/disk.ts'
import { createClock } from '../process/clock.ts'
import { createServices } from '../services/createServices.ts'
import { bulkKinds } from '../routes/served.ts'
import { bulkRunner } from '../routes/bulk/portion.ts'
import { decisionOffers } from '../routes/decisions/decisions.ts'
import { startWorker } from '../services/jobs/worker.ts'
import { scheduledBackupOf } from '../services/operation/scheduledBackup.ts'
import { type Command, withDatabase } from './command.ts'

const terminationSignal = () =>
  new Promise<void>(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

/** A process that only runs jobs, for servers that are started with WORKER=off. */
export const workCommand: Command = {
  takes: '',
  does: '只处理后台任务，直到收到 SIGTERM；run background jobs only, until SIGTERM',
  run: async ({ config, log, connection, owner, superuser, print }) => {
    // Announce before reading the version of the database, so that a later release cannot overlook this process.
    const withdraw = await announceProcess(connection)
    try {
      await withDatabase({ connection, log }, async database => {
        const services = createServices(config, log)
        const now = createClock(config.clockOffsetFile)
        const unwatch = await watchDisk(config.dataDir, config.diskLowMb, log)
        const stop = startWorker({
          connection,
          owner,
          database,
          services,
          now,
          log,
          isDiskLow,
          runBulk: bulkRunner({ database, services, now, log, kinds: bulkKinds }),
          offerDecision: decisionOffers({ database, services, now, kinds: bulkKinds }),
          scheduledBackup: scheduledBackupOf(config, { owner, superuser, log }),
        })
        print('正在处理后台任务 (working on the job queue)')
        await terminationSignal()
        await stop()
        unwatch()
      })
    } finally {
      await withdraw()
    }
  },
}
