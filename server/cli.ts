import type { Command, Connect, OfflineCommand } from './commands/command.ts'
import { UpgradeWarning, UsageError } from './commands/command.ts'
import { backupCommand, migrateCommand, restoreCommand } from './commands/database.ts'
import { endSessionsCommand, resetAdminCommand } from './commands/accounts.ts'
import { configCommand } from './commands/configuration.ts'
import { createAdminCommand } from './commands/createAdmin.ts'
import { createFirmCommand } from './commands/createFirm.ts'
import {
  addHostCommand,
  listFirmsCommand,
  removeHostCommand,
  resumeFirmCommand,
  suspendFirmCommand,
} from './commands/firms.ts'
import { recordAnswersCommand, rehearseUpgradeCommand } from './commands/rehearsal/rehearsal.ts'
import { updateCompatibilityCommand } from './commands/rehearsal/updateCompatibility.ts'
import { distributeCommand } from './commands/distribute.ts'
import { deleteFirmCommand, exportFirmCommand } from './commands/leavingFirm.ts'
import { statusCommand } from './commands/status.ts'
import { newSecretKeyCommand, sealSecretsCommand } from './commands/secretKeys.ts'
import { seedCommand } from './commands/seed.ts'
import { verifyAuditCommand } from './commands/verifyAudit.ts'
import { workCommand } from './commands/work.ts'
import { readConfig } from './process/config.ts'
import { openSeal, useSeal } from './process/auditSeal.ts'
import { openSecretKeys, useSecretKeys } from './process/secretKeys.ts'
import { failureMessage } from './process/failure.ts'
import { waitForDatabase } from './db/connection/waitForDatabase.ts'
import { createLog } from './process/log.ts'

const commands = new Map<string, Command | OfflineCommand>([
  ['create-admin', createAdminCommand],
  ['create-firm', createFirmCommand],
  ['list-firms', listFirmsCommand],
  ['add-host', addHostCommand],
  ['remove-host', removeHostCommand],
  ['suspend-firm', suspendFirmCommand],
  ['resume-firm', resumeFirmCommand],
  ['export-firm', exportFirmCommand],
  ['delete-firm', deleteFirmCommand],
  ['reset-admin', resetAdminCommand],
  ['end-sessions', endSessionsCommand],
  ['status', statusCommand],
  ['migrate', migrateCommand],
  ['distribute', distributeCommand],
  ['update-compatibility', updateCompatibilityCommand],
  ['rehearse-upgrade', rehearseUpgradeCommand],
  ['record-answers', recordAnswersCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['seed', seedCommand],
  ['verify-audit', verifyAuditCommand],
  ['new-secret-key', newSecretKeyCommand],
  ['seal-secrets', sealSecretsCommand],
  ['config', configCommand],
  ['work', workCommand],
])

/** These commands neither create nor change a database. */
const readOnlyCommands = new Set([
  'backup',
  'list-firms',
  'record-answers',
  'rehearse-upgrade',
  'status',
  'update-compatibility',
  'verify-audit',
])

/** Commands for developers, which `bootstrap.mjs` runs from the sources; an image does not have them. */
const developerCommands = [
  'new extension|entity|setting|field|page …  新建扩展或其中的内容 (write an extension, or a part of one; docs/extend.md)',
  'explain-change <版本>..[版本] [--json]  说明两个版本之间的变化 (what users, administrators and programs notice of a change)',
]

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const usage = (): string =>
  [
    'npm run cli -- <command>',
    ...commands.entries().map(([name, { takes, does }]) => `  ${name} ${takes}  ${does}`),
    ...developerCommands.map(line => `  ${line}`),
  ].join('\n')

const run = async ([name = '', ...given]: string[]): Promise<void> => {
  const command = commands.get(name)
  const words = command?.takes.split(' ') ?? []
  const options = words.filter(word => word.startsWith('--'))
  const values = given.filter(value => !options.includes(value))
  if (given.length - values.length !== options.length) throw new UsageError(usage())
  const minValues = words.filter(word => word.startsWith('<')).length
  const maxValues = minValues + words.filter(word => word.startsWith('[')).length
  if (!command || values.length < minValues || values.length > maxValues) throw new UsageError(usage())
  const config = readConfig()
  const log = createLog(config.logLevel)
  const isReading = readOnlyCommands.has(name)
  const withDatabase: Connect = async work => {
    const role = isReading ? 'reader' : 'command'
    const { connection, owner, superuser, stop } = await waitForDatabase(config, log, role)
    try {
      useSeal(await openSeal(config, !isReading))
      useSecretKeys(await openSecretKeys(config, !isReading))
      await work({ config, log, connection, owner, superuser, print })
    } finally {
      await stop()
    }
  }
  if ('runOffline' in command) await command.runOffline(withDatabase, ...values)
  else await withDatabase(tools => command.run(tools, ...values))
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${failureMessage(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : error instanceof UpgradeWarning ? 3 : 1
}
