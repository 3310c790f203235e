import { readConfig, WrongConfig } from './config.ts'
import { createLog } from './log.ts'
import { startServer } from './start.ts'

const GRACE_MS = 10_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** What a person can mend is told in a sentence, without a stack. */
const fail = (error: unknown): never => {
  const cause = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${cause.message}\n`)
  if (!(cause instanceof WrongConfig) && process.env['LOG_LEVEL'] === 'debug')
    process.stderr.write(`${cause.stack}\n`)
  process.exit(1)
}

const main = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  let isEnding = false
  // One request's mistake is no reason to end everybody's server; it is logged and looked into.
  process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
  const starting = startServer(config, log, print)
  const end = (signal: NodeJS.Signals): void => {
    if (isEnding) return
    isEnding = true
    log.info({ signal }, 'stopping')
    starting
      .then(server => server.stop(GRACE_MS))
      .then(
        () => process.exit(0),
        error => fail(error),
      )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  await starting
}

await main().catch(fail)
