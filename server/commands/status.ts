import { parseIntoClientConfig } from 'pg-connection-string'

import { type Trouble, troubles } from '../../resources/domain/troubles.ts'
import type { InstallationFacts } from '../context/services.ts'
import type { Worker } from '../db/distribution/workers.ts'
import { replicaLag } from '../db/connection/replica.ts'
import { failureMessage } from '../process/failure.ts'
import { createLogTargets } from '../services/integrations/logTargets.ts'
import { installationFacts } from '../services/operation/installation.ts'
import { lastBackupReader } from '../services/operation/lastBackup.ts'
import { type DatabaseFacts, databaseFacts } from '../services/operation/status.ts'
import { troublesOf } from '../services/operation/troubles.ts'
import type { OfflineCommand, Tools } from './command.ts'

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const ageOf = (at: string | null) =>
  at === null ? '无 (none)' : `${at} (${Math.round((Date.now() - new Date(at).getTime()) / 60_000)} min)`

/** Numbers of firms that a line names; more say nothing that the catalog does not say better. */
const MAX_FIRMS = 100

const workerLine = ({ address, isActive, shards, firms }: Worker): string => {
  const numbers = firms.slice(0, MAX_FIRMS).join(' ') + (firms.length > MAX_FIRMS ? ' …' : '')
  const state = isActive ? '' : ', 已停用 (inactive)'
  return `工作节点 (worker) ${address}: 分片 (shards) ${shards}, 律所 (firms) ${firms.length}${numbers && `: ${numbers}`}${state}`
}

const databaseLines = ({
  version,
  pendingMigrations,
  engine,
  replicas,
  replica,
  workers = [],
  undistributed = [],
  content,
}: DatabaseFacts): string[] => [
  `数据库 (database): 可达 (reachable), version ${version}, 待升级 (pending migrations) ${pendingMigrations}`,
  `PostgreSQL ${engine}, 副本 (replicas) ${replicas}`,
  ...(replica
    ? [
        `列表的副本 (replica for lists): ${
          replica.lagMs === null ? '落后或不可达 (behind or unreachable)' : `${replica.lagMs} ms`
        }`,
      ]
    : []),
  ...workers.map(workerLine),
  ...(undistributed.length > 0
    ? [`还没有分布的数据表 (tables that are not distributed yet): ${undistributed.join(', ')}`]
    : []),
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

const forwardingLines = ({ forwarding = [] }: DatabaseFacts, { config }: Pick<Tools, 'config'>): string[] => {
  const targets = createLogTargets(config)
  return forwarding.map(({ target, behind, failingSince, failure }) => {
    const state =
      failingSince && failure ? `, ${ageOf(failingSince.toISOString())} 起失败 (failing): ${failure}` : ''
    return `日志转发 (log forwarded to) ${targets[target]?.address}: 落后 (behind) ${behind}${state}`
  })
}

/** The English advice for each trouble, printed beside the Chinese one. */
const english: Readonly<Record<Trouble, string>> = {
  logBroken: 'the chain of the log is broken: change nothing, and run verify-audit',
  logUnprotected: 'the trigger that protects the log is disabled or missing: find out why, and run migrate',
  diskLow: 'make room on the disk of DATA_DIR',
  migrate: 'make a backup, then run migrate',
  noBackup: 'set BACKUP_DIR or BACKUP_BUCKET_URL, or run backup',
  backupOld: 'check the log and the free space where backups are stored',
  backupUnproven: 'grant CREATEDB to the owner of the tables, so that backups are checked by a restore',
  jobsLate: 'does any process run the jobs? start a server without WORKER=off, or the command work',
  jobsFailed: 'find in the log why jobs failed',
  messagesUnsent: 'send the test message of the system settings page',
  wechatRefused: 'check the AppID and AppSecret of the system settings page',
  replicaLate:
    'the replica is more than a second behind or unreachable, and lists are read from the primary: check it',
  deletionUnfinished: 'run delete-firm again',
  logNotForwarded:
    'rows of the log were not forwarded for more than 15 minutes: check the receiver or the bucket, and find the reason in the log',
  noAnchor: 'the end of the log is not recorded outside the database: is DATA_DIR writable?',
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

const replicaFacts = async ({ config: { databaseReplicaUrl }, connection }: Tools) =>
  databaseReplicaUrl
    ? { replica: { lagMs: await replicaLag(connection, parseIntoClientConfig(databaseReplicaUrl)) } }
    : {}

export const statusCommand: OfflineCommand = {
  takes: '',
  does: '显示版本、数据库、律所、任务、磁盘和备份的状态 (print the state of the installation; changes nothing)',
  runOffline: async connect => {
    let isReached = false
    try {
      await connect(async tools => {
        const facts = {
          ...(await databaseFacts(tools.connection, createLogTargets(tools.config))),
          ...(await replicaFacts(tools)),
        }
        isReached = true
        for (const line of databaseLines(facts)) tools.print(line)
        for (const line of forwardingLines(facts, tools)) tools.print(line)
        const installation = await installationFacts(tools.config, lastBackupReader(tools.config))
        printInstallation(installation, tools)
        for (const trouble of troublesOf(facts, installation, new Date()))
          tools.print(`请处理 (to do): ${troubles[trouble]} (${english[trouble]})`)
      })
    } catch (error) {
      if (isReached) throw error
      throw new Error(`数据库 (database): 不可达 (unreachable)\n${failureMessage(error)}`, { cause: error })
    }
  },
}
