import { versionOfBackup } from '../../db/backup/restore.ts'
import { databaseVersion, refuseUnknownVersions, withClient } from '../../db/migrate.ts'
import { type Migration, readMigrations } from '../../db/migrations.ts'
import { servingProcesses } from '../../db/releases.ts'
import { type OfflineCommand, UpgradeWarning, UsageError } from '../command.ts'

/** The migrations that tables of this version lack; the breaking ones need that no earlier process runs. */
export const upgradeFrom = (version: number, migrations: readonly Migration[] = readMigrations()) => {
  refuseUnknownVersions([version], migrations)
  const pending = migrations.filter(migration => migration.version > version)
  return { pending, breaking: pending.filter(({ isBreaking }) => isBreaking) }
}

/** What the upgrade does to running processes, as lines for the operator. */
export const compatibilityLines = ({ pending, breaking }: ReturnType<typeof upgradeFrom>): string[] => [
  `待升级 (pending migrations): ${pending.map(({ name }) => name).join(', ') || '无 (none)'}`,
  ...breaking.map(
    ({ name, breakingReason }) => `不兼容 (breaking): ${name}${breakingReason && `: ${breakingReason}`}`,
  ),
  breaking.length === 0
    ? '可以逐个替换进程 (a rolling upgrade is possible: replace the processes one by one)'
    : '不能逐个替换：请先停止较早版本的全部进程 (no rolling upgrade: stop all processes of the earlier release first)',
]

export const updateCompatibilityCommand: OfflineCommand = {
  takes: '[备份文件]',
  does: '说明能否不停机升级到本版本 (say whether processes can be replaced one by one by this release; changes nothing)',
  runOffline: async (connect, file) => {
    const report = (version: number, print: (line: string) => void) => {
      if (version === 0)
        throw new UsageError('这里还没有数据库，无需升级 (there is no database here to upgrade)')
      const upgrade = upgradeFrom(version)
      for (const line of compatibilityLines(upgrade)) print(line)
      return upgrade.breaking.length
    }
    let breaking = 0
    if (file !== undefined)
      breaking = report(await versionOfBackup(file), line => void process.stdout.write(`${line}\n`))
    else
      await connect(({ connection, print }) =>
        withClient(connection, async client => {
          breaking = report(await databaseVersion(client), print)
          print(`正在运行的进程 (serving processes): ${await servingProcesses(client)}`)
        }),
      )
    if (breaking > 0) throw new UpgradeWarning('升级需要停机 (the upgrade needs a stop)')
  },
}
