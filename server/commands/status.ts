import { sentenceFor } from '../process/failure.ts'
import {
  type DatabaseFacts,
  databaseFacts,
  type InstallationFacts,
  installationFacts,
} from '../services/operation/status.ts'
import { type Trouble, troublesOf } from '../services/operation/troubles.ts'
import type { OfflineCommand, Tools } from './command.ts'

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const ageOf = (at: string | null) =>
  at === null ? '无 (none)' : `${at} (${Math.round((Date.now() - new Date(at).getTime()) / 60_000)} min)`

const databaseLines = ({ version, pendingMigrations, content }: DatabaseFacts): string[] => [
  `数据库 (database): 可达 (reachable), version ${version}, 待升级 (pending migrations) ${pendingMigrations}`,
  ...(content === null
    ? []
    : [
        `律所 (firms): ${content.firms}, 已暂停 (suspended) ${content.suspended}, 正在删除 (being deleted) ${content.deleting}`,
        `人员 (people): 管理员 (admins) ${content.admins}, 律师 (lawyers) ${content.lawyers}`,
        `登录 (sessions): ${content.sessions}`,
        `短信 (text messages): 等待发送 (waiting) ${content.sending}, 一天内失败 (failed within a day) ${content.unsent}`,
        `任务 (jobs): 等待 (waiting) ${content.jobs.waiting}, 失败 (failed) ${content.jobs.failed}, 最早到期 (oldest due) ${
          content.jobs.oldestSeconds === null ? '-' : `${Math.round(content.jobs.oldestSeconds)} s`
        }`,
      ]),
]

const advice: Readonly<Record<Trouble, string>> = {
  diskLow: '磁盘空间不足 2 GB，请清理或扩容 (make room on the disk of DATA_DIR)',
  migrate: '请先备份，再运行 migrate (back up, then run migrate)',
  noBackup: '从未备份，请设置 BACKUP_DIR 或运行 backup (set BACKUP_DIR, or run backup)',
  backupOld:
    '备份已超过 36 小时，请查看日志和 BACKUP_DIR 的空间 (look into the log and at the room in BACKUP_DIR)',
  backupUnproven:
    '备份没有试恢复，请授予数据库所有者 CREATEDB (grant CREATEDB to the tables’ owner, so that backups are proven by a restore)',
  jobsLate:
    '任务积压，请确认有进程处理任务 (does any process work on the jobs? start one without WORKER=off, or work)',
  jobsFailed: '有任务最终失败，请在日志中查找原因 (the log says why jobs were given up)',
  messagesUnsent:
    '短信发送失败，请在系统配置中发送测试短信 (send the test message of the system settings page)',
  deletionUnfinished: '有律所没有删除完，请再次运行 delete-firm (run delete-firm again)',
  noAnchor:
    '日志没有锚点，请检查 DATA_DIR 是否可写 (the end of the log is not written down: can DATA_DIR be written?)',
}

const printInstallation = (
  { release, disk, lastBackup, lastAnchorAt }: InstallationFacts,
  { print }: Pick<Tools, 'print'>,
) => {
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
        const installation = await installationFacts(tools.config)
        printInstallation(installation, tools)
        for (const trouble of troublesOf(facts, installation, new Date()))
          tools.print(`请处理 (to do): ${advice[trouble]}`)
      })
    } catch (error) {
      if (isReached) throw error
      throw new Error(`数据库 (database): 不可达 (unreachable)\n${sentenceFor(error)}`, { cause: error })
    }
  },
}
