import { sentenceFor } from '../process/failure.ts'
import { type DatabaseFacts, databaseFacts, installationFacts } from '../services/operation/status.ts'
import type { OfflineCommand, Tools } from './command.ts'

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const ageOf = (at: string | null) =>
  at === null ? '无 (none)' : `${at} (${Math.round((Date.now() - new Date(at).getTime()) / 60_000)} min)`

const databaseLines = ({ version, pendingMigrations, content }: DatabaseFacts): string[] => [
  `数据库 (database): 可达 (reachable), version ${version}, 待升级 (pending migrations) ${pendingMigrations}`,
  ...(content === null
    ? []
    : [
        `律所 (firms): ${content.firms}, 已暂停 (suspended) ${content.suspended}`,
        `人员 (people): 管理员 (admins) ${content.admins}, 律师 (lawyers) ${content.lawyers}`,
        `任务 (jobs): 等待 (waiting) ${content.jobs.waiting}, 失败 (failed) ${content.jobs.failed}, 最早到期 (oldest due) ${
          content.jobs.oldestSeconds === null ? '-' : `${Math.round(content.jobs.oldestSeconds)} s`
        }`,
      ]),
]

const printInstallation = async ({ config, print }: Pick<Tools, 'config' | 'print'>) => {
  const { release, disk, lastBackup, lastAnchorAt } = await installationFacts(config)
  print(`版本 (release): ${release || '-'}`)
  print(`磁盘 (disk): ${gigabytes(disk.freeBytes)} / ${gigabytes(disk.sizeBytes)}`)
  const checked = { restored: '，已试恢复 (restored to check it)', read: '，已完整读取 (read to check it)' }
  const backup = lastBackup
    ? `${ageOf(lastBackup.at)} ${lastBackup.file}${lastBackup.check ? checked[lastBackup.check] : ''}`
    : '未知 (unknown)'
  print(`上次备份 (last backup): ${backup}`)
  print(`日志锚点 (last anchor): ${ageOf(lastAnchorAt)}`)
}

export const statusCommand: OfflineCommand = {
  takes: '',
  does: '显示版本、数据库、律所、任务、磁盘和备份的状态 (how the installation is; changes nothing)',
  runOffline: async connect => {
    let isReached = false
    try {
      await connect(async tools => {
        const facts = await databaseFacts(tools.connection)
        isReached = true
        for (const line of databaseLines(facts)) tools.print(line)
        await printInstallation(tools)
      })
    } catch (error) {
      if (isReached) throw error
      throw new Error(`数据库 (database): 不可达 (unreachable)\n${sentenceFor(error)}`, { cause: error })
    }
  },
}
