import type { Command } from './commands/command.ts'
import { WrongUse } from './commands/command.ts'
import { backupCommand, migrateCommand, restoreCommand } from './commands/copies.ts'
import { createAdminCommand } from './commands/createAdmin.ts'
import { seedCommand } from './commands/seed.ts'
import { verifyAuditCommand } from './commands/verifyAudit.ts'
import { readConfig } from './config.ts'
import { reachDatabase } from './db/reach.ts'
import { createLog } from './log.ts'

const commands = new Map<string, Command>([
  ['create-admin', createAdminCommand],
  ['migrate', migrateCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['seed', seedCommand],
  ['verify-audit', verifyAuditCommand],
])

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const usage = (): string =>
  [
    'npm run cli -- <command>',
    ...commands.entries().map(([name, { takes, does }]) => `  ${name} ${takes}  ${does}`),
  ].join('\n')

const run = async ([name = '', ...values]: string[]): Promise<void> => {
  const command = commands.get(name)
  const wanted = command?.takes.split(' ').filter(word => word.startsWith('<')).length
  if (!command || values.length !== wanted) throw new WrongUse(usage())
  const config = readConfig()
  const log = createLog(config.logLevel)
  const { connection, superuser, stop } = await reachDatabase(config, log, 'command')
  try {
    await command.run({ config, log, connection, superuser, print }, ...values)
  } finally {
    await stop()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof WrongUse ? 2 : 1
}
