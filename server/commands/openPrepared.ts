import type { Services } from '../context/services.ts'
import { openDatabase } from '../db/connection/open.ts'
import { withReplica } from '../db/connection/replica.ts'
import type { waitForDatabase } from '../db/connection/waitForDatabase.ts'
import { announceProcess } from '../db/releases.ts'
import { openSeal, useSeal } from '../process/auditSeal.ts'
import { openSecretKeys, useSecretKeys } from '../process/secretKeys.ts'
import { type ServerConfig, filesFolder } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { loadSecrets } from '../services/identity/secrets.ts'
import { seedWhenEmpty } from './demo.ts'
import { prepareDatabase } from './prepare.ts'

type OpeningOptions = {
  config: ServerConfig
  ready: Awaited<ReturnType<typeof waitForDatabase>>
  services: Services
  log: Log
  print: (line: string) => void
}

/**
 * Opens the database after migrating it to this release; `withdraw` removes the announcement of this process.
 */
export const openPreparedDatabase = ({ config, ready, services, log, print }: OpeningOptions) =>
  prepareDatabase({ ...ready, uploads: filesFolder(config), log }, async () => {
    useSeal(await openSeal(config, true))
    useSecretKeys(await openSecretKeys(config, true))
    // Announced while migrations are locked, so that a later release cannot overlook this process.
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
