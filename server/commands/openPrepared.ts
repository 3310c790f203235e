import type { Services } from '../context/services.ts'
import { openDatabase } from '../db/connection/open.ts'
import { withReplica } from '../db/connection/replica.ts'
import type { waitForDatabase } from '../db/connection/waitForDatabase.ts'
import { announceProcess } from '../db/releases.ts'
import { openSeal, useSeal } from '../process/auditSeal.ts'
import { type ServerConfig, filesFolder } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { loadSecrets } from '../services/identity/secrets.ts'
import { seedWhenEmpty } from './demo.ts'
import { prepareDatabase } from './prepare.ts'

type Opening = {
  config: ServerConfig
  ready: Awaited<ReturnType<typeof waitForDatabase>>
  services: Services
  log: Log
  print: (line: string) => void
}

/** The database, brought to this release; `withdraw` takes back that this process serves. */
export const openPrepared = ({ config, ready, services, log, print }: Opening) =>
  prepareDatabase({ ...ready, uploads: filesFolder(config), log }, async () => {
    useSeal(await openSeal(config, true))
    // While nobody else may migrate, so that no later release overlooks this process.
    const withdraw = await announceProcess(ready.connection)
    const { isPreparing } = config
    const primary = await openDatabase({ connection: ready.pooled, isPreparing, log })
    const { replica } = ready
    const database = replica ? withReplica(primary, { connection: replica, isPreparing, log }) : primary
    await loadSecrets(database)
    if (config.isDemo) {
      const { connection } = ready
      const { storage } = services
      await seedWhenEmpty({ connection, database, storage, password: config.demoPassword, print })
    }
    return { database, withdraw }
  })
