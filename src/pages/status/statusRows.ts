import type { Trouble } from '../../../resources/domain/troubles.ts'
import type { Formats, Translate } from '../../../resources/kit/translate.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { systemStatus } from '../../../resources/settings/status.ts'
import { timestampText } from '../../fields/dates/dates.ts'

export type StatusFacts = OutputOf<(typeof systemStatus.calls)['read']>

export type StatusRow = {
  title: string
  facts: string[]
  /** Problems of this part, each with advice for the operator. */
  troubles: Trouble[]
  /** Whether the part is not configured, so that it is neither healthy nor failing. */
  isOff?: boolean
  /** Whether the part works only as a test, without any effect outside. */
  isTrial?: boolean
  /** Page where the problem can be fixed. */
  path?: string
}

const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

type Formatter = { moment: (iso: string) => string; translate: Translate }

const databaseRow = ({ database }: StatusFacts, { moment, translate }: Formatter): StatusRow => {
  const { engine, version, replicas, replica, pendingMigrations } = database
  const lag = replica?.lagMs
  return {
    title: translate('数据库'),
    facts: [
      translate('PostgreSQL %{engine}，数据版本 %{time}', { engine, time: moment(version) }),
      replicas > 0 ? translate('副本 %{count} 个', { count: replicas }) : translate('没有副本'),
      ...(lag == null ? [] : [translate('列表从副本读取，延迟 %{ms} 毫秒', { ms: lag })]),
      ...(pendingMigrations > 0 ? [translate('待升级 %{count} 步', { count: pendingMigrations })] : []),
    ],
    troubles: ['migrate', 'replicaLate', 'deletionUnfinished'],
  }
}

const jobsRow = ({ jobs }: StatusFacts, { translate }: Formatter): StatusRow => {
  const { waiting, failed, oldestSeconds } = jobs
  const minutes = Math.round((oldestSeconds ?? 0) / 60)
  return {
    title: translate('后台任务'),
    facts: [
      translate('等待 %{waiting} 个，失败 %{failed} 个', { waiting, failed }),
      ...(oldestSeconds === null ? [] : [translate('最早到期的任务已等待 %{minutes} 分钟', { minutes })]),
    ],
    troubles: ['jobsLate', 'jobsFailed'],
  }
}

const diskRow = ({ disk }: StatusFacts, { translate }: Formatter): StatusRow => {
  const [free, size] = [disk.free, disk.size].map(gigabytes)
  return {
    title: translate('磁盘'),
    facts: [translate('可用 %{free} GB，共 %{size} GB', { free, size })],
    troubles: ['diskLow'],
  }
}

const backupChecks = { restored: '已试恢复', read: '已完整读取，没有试恢复' } as const

const backupRow = ({ backup }: StatusFacts, { moment, translate }: Formatter): StatusRow => ({
  title: translate('备份'),
  facts: backup
    ? [
        translate('%{time}：%{name}', { time: moment(backup.at), name: backup.name }),
        backup.check ? translate(backupChecks[backup.check]) : translate('手动备份，没有检查'),
      ]
    : [translate('没有备份')],
  troubles: ['noBackup', 'backupOld', 'backupUnproven'],
})

const logTargets = {
  receiver: '转发到日志接收方，还差 %{count} 行',
  bucket: '转发到存储桶，还差 %{count} 行',
} as const

const logRow = ({ log }: StatusFacts, { moment, translate }: Formatter): StatusRow => ({
  title: translate('操作日志'),
  facts: [
    log.isWhole
      ? translate('最近 %{count} 行的校验链完整', { count: log.checkedRows })
      : translate('最近 %{count} 行的校验链已断', { count: log.checkedRows }),
    log.lastAnchorAt === null
      ? translate('末端没有记录到数据库之外')
      : translate('末端记录于 %{time}', { time: moment(log.lastAnchorAt) }),
    ...(log.forwarding ?? []).flatMap(({ target, behind, failure }) => [
      translate(logTargets[target], { count: behind }),
      ...(failure === null ? [] : [translate('上次转发失败：%{reason}', { reason: translate(failure) })]),
    ]),
  ],
  troubles: ['logBroken', 'logUnprotected', 'logNotForwarded', 'noAnchor'],
  path: '/app/logs',
})

const smsSources = {
  config: '按系统配置发送',
  file: '短信只写入文件，不会真正发出',
  none: '运营方关闭了短信',
} as const

const smsRow = (
  { sms: { isOn, source, waiting, failed } }: StatusFacts,
  { translate }: Formatter,
): StatusRow => ({
  title: translate('短信'),
  facts: [
    isOn || source !== 'config' ? translate(smsSources[source]) : translate('没有配置'),
    translate('等待发送 %{waiting} 条，一天内失败 %{failed} 条', { waiting, failed }),
  ],
  troubles: ['messagesUnsent'],
  isOff: !isOn,
  isTrial: source === 'file',
  path: '/app/setting/system',
})

const wechatRow = ({ wechat: { isOn, refusal } }: StatusFacts, { translate }: Formatter): StatusRow => ({
  title: translate('微信小程序'),
  facts: [isOn ? (refusal ?? translate('微信接受了小程序设置')) : translate('没有配置')],
  troubles: ['wechatRefused'],
  isOff: !isOn,
  path: '/app/setting/system',
})

/** Rows of the status page, one for each part of the installation. */
export const statusRows = (status: StatusFacts, formats: Formats, translate: Translate): StatusRow[] => {
  const words = { moment: (iso: string) => timestampText(iso, formats), translate }
  const { release, sessions } = status
  const rows: StatusRow[] = [
    { title: translate('程序版本'), facts: [release || translate('未知@version')], troubles: [] },
    ...[databaseRow, jobsRow, diskRow, backupRow, logRow, smsRow, wechatRow].map(row => row(status, words)),
    {
      title: translate('登录会话'),
      facts: [translate('有效 %{count} 个', { count: sessions })],
      troubles: [],
    },
  ]
  return rows.map(row => ({ ...row, troubles: row.troubles.filter(name => status.troubles.includes(name)) }))
}
