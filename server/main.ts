import { readConfig } from './process/config.ts'
import { ConfigError } from './process/variables.ts'
import { failureMessage } from './process/failure.ts'
import { createLog, stackOf } from './process/log.ts'
import { startServer } from './commands/start.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints a single sentence without a stack, since the operator can correct the cause. */
const fail = (error: unknown): never => {
  process.stderr.write(`${failureMessage(error)}\n`)
  if (error instanceof Error && !(error instanceof ConfigError) && process.env['LOG_LEVEL'] === 'debug')
    process.stderr.write(`${stackOf(error)}\n`)
  process.exit(1)
}

const main = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const hurry = new AbortController()
  let isEnding = false
  // An error in one request must not end the server for everybody; it is logged.
  process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
  const starting = startServer(config, log, print)
  const end = (signal: NodeJS.Signals): void => {
    if (isEnding) return hurry.abort()
    isEnding = true
    log.info({ signal }, 'stopping')
    // Ctrl-C is pressed by a person; no load balancer needs time to notice the shutdown.
    if (signal === 'SIGINT') hurry.abort()
    starting
      .then(server => server.stop({ drainMs: config.drainMs, hurry: hurry.signal }))
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
