import type { PgTable } from 'drizzle-orm/pg-core'

import { binDays } from '../../../resources/kit/index.ts'
import type * as tables from '../../db/tables.ts'

// What is stored, for which purpose and for how long, besides the declared fields of records.

type TableName = {
  [N in keyof typeof tables]: (typeof tables)[N] extends PgTable ? N : never
}[keyof typeof tables]

/** Months of the configured periods; null keeps forever. */
export type Periods = {
  logMonths: number | null
  messageMonths: number | null
  revisionMonths: number | null
}

type Kept = {
  what: string
  tables: readonly TableName[]
  class: 'general' | 'sensitive' | 'none'
  purpose: string
  /** How long it is stored, as a sentence. */
  retention: string | ((periods: Periods) => string)
}

/** A property that no entries have, so that the compiler names the missing tables. */
type NoTableMissing<N extends string> = [N] extends [never] ? unknown : { unnamed: N }

const months = (count: number | null) => (count === null ? '永久保存' : `${count}个月`)
const asLongAsFirm = '律所使用期间'
const asLongAsRecord = '与所属记录一起删除'
const noPerson = '不涉及个人信息'
const trace = '记录谁在何时办理'
const security = '登录和账号安全'
const contact = '联系和通知'
const show = '在名片、官网和小程序展示'
const right = '处理个人信息请求'

/** A table of the schema that no entry names does not compile. */
const completeEntries = <const K extends readonly Kept[]>(
  entries: K & NoTableMissing<Exclude<TableName, K[number]['tables'][number]>>,
): readonly Kept[] => entries

const keptTables = completeEntries([
  {
    what: '人员、名片、内容和管理员，删除后在回收站',
    tables: ['lawyers', 'admins', 'cards', 'articles', 'articleLawyers'],
    class: 'general',
    purpose: '管理人员与执业',
    retention: `删除后保留${binDays}天，期满由系统彻底删除`,
  },
  {
    what: '密码、密保问题、两步验证和通行密钥',
    tables: ['securityQuestions', 'secondFactors', 'passkeys'],
    class: 'sensitive',
    purpose: security,
    retention: '与账号一起删除',
  },
  {
    what: '登录会话：设备和IP',
    tables: ['sessions'],
    class: 'general',
    purpose: security,
    retention: '到会话结束',
  },
  {
    what: '短信验证码',
    tables: ['oneTimeCodes'],
    class: 'sensitive',
    purpose: security,
    retention: '失效后1小时',
  },
  {
    what: '待发短信：手机号和加密的初始密码或验证码',
    tables: ['textMessages'],
    class: 'sensitive',
    purpose: security,
    retention: '最长7天，发出后即清除内容',
  },
  {
    what: '登录失败等计数',
    tables: ['counters'],
    class: 'general',
    purpose: security,
    retention: '时限过后30天',
  },
  {
    what: '重要日志',
    tables: ['logs', 'logHeads'],
    class: 'general',
    purpose: trace,
    retention: ({ logMonths }) => months(logMonths),
  },
  {
    what: '日志转发的进度',
    tables: ['logForwards'],
    class: 'none',
    purpose: noPerson,
    retention: asLongAsFirm,
  },
  {
    what: '站内信和提醒记录',
    tables: ['messages', 'reviewReminders'],
    class: 'general',
    purpose: contact,
    retention: ({ messageMonths }) => months(messageMonths),
  },
  {
    what: '待发的邮件和群消息',
    tables: ['messageMirrors'],
    class: 'general',
    purpose: contact,
    retention: '7天',
  },
  {
    what: '名片和内容的历史版本',
    tables: ['cardRevisions', 'articleRevisions'],
    class: 'general',
    purpose: show,
    retention: ({ revisionMonths }) =>
      revisionMonths === null ? asLongAsRecord : `${revisionMonths}个月，最近20版和最后通过的一版除外`,
  },
  {
    what: '未保存的草稿',
    tables: ['cardDrafts', 'articleDrafts'],
    class: 'general',
    purpose: show,
    retention: '到保存或放弃，或与所属记录一起删除',
  },
  {
    what: '机器翻译的校验值，不含文字',
    tables: ['machineDrafts'],
    class: 'none',
    purpose: noPerson,
    retention: asLongAsRecord,
  },
  {
    what: '上传的文件',
    tables: ['files', 'fileUses'],
    class: 'general',
    purpose: show,
    retention: '没有记录使用后1天',
  },
  {
    what: '名片的提问和审核分配',
    tables: ['cardQuestions', 'cardAssignments'],
    class: 'general',
    purpose: '审核',
    retention: asLongAsRecord,
  },
  {
    what: '代审安排',
    tables: ['reviewSubstitutes'],
    class: 'general',
    purpose: '审核',
    retention: '与账号一起删除',
  },
  {
    what: '名片代办的委托',
    tables: ['mandates'],
    class: 'general',
    purpose: '委托他人维护名片',
    retention: '与律师和代办人的账号一起删除',
  },
  {
    what: '预览链接和客户对案例的答复：姓名、原因和链接的散列值',
    tables: ['previewLinks'],
    class: 'general',
    purpose: '客户同意公开案例',
    retention: '没有答复的链接到期后30天，其余与所属记录一起删除',
  },
  {
    what: '通讯录中的人员标识和通讯录给出的资料',
    tables: ['directoryPeople'],
    class: 'general',
    purpose: '管理人员与执业',
    retention: asLongAsRecord,
  },
  {
    what: '与通讯录比对的结果，包括通讯录给出的资料',
    tables: ['directoryRuns'],
    class: 'general',
    purpose: '管理人员与执业',
    retention: '30天；所涉人员被彻底删除时，其内容一起删除',
  },
  {
    what: '谁正在编辑',
    tables: ['presences'],
    class: 'general',
    purpose: '避免同时修改',
    retention: '10分钟',
  },
  {
    what: '名片访问的次数，不含访客',
    tables: ['cardVisits'],
    class: 'none',
    purpose: noPerson,
    retention: '1年',
  },
  {
    what: '访客的散列值，用于半小时内不重复计数',
    tables: ['visitMarks', 'visitSalts'],
    class: 'general',
    purpose: '统计名片访问',
    retention: '半小时；散列的盐到当天结束',
  },
  {
    what: '个人信息请求',
    tables: ['privacyRequests'],
    class: 'general',
    purpose: right,
    retention: '律所使用期间；本人被彻底删除后不含姓名和文字',
  },
  {
    what: '资料保全',
    tables: ['holds'],
    class: 'general',
    purpose: '保全资料',
    retention: '律所使用期间；本人被彻底删除后不含姓名',
  },
  {
    what: '导入、批量操作、公告和转所申请',
    tables: ['batches', 'batchRecords', 'bulkRuns', 'announcements', 'transferRequests', 'cardCampaigns'],
    class: 'general',
    purpose: trace,
    retention: asLongAsFirm,
  },
  {
    what: '批量操作中每条记录的结果',
    tables: ['bulkRows'],
    class: 'general',
    purpose: '导入和批量办理',
    retention: '结束后90天',
  },
  {
    what: '重复请求的标识',
    tables: ['idempotencyKeys'],
    class: 'general',
    purpose: '避免重复提交',
    retention: '1天',
  },
  {
    what: '接口令牌的散列值和所有者',
    tables: ['apiTokens'],
    class: 'general',
    purpose: '与其他系统连接',
    retention: '到所有者的账号被彻底删除',
  },
  {
    what: '智能体提出的修改建议及其内容',
    tables: ['proposals'],
    class: 'general',
    purpose: trace,
    retention: '处理后180天，未处理的提出后180天；所涉人员、名片或内容被彻底删除时一起删除',
  },
  {
    what: '事件推送的地址',
    tables: ['webhooks'],
    class: 'none',
    purpose: noPerson,
    retention: asLongAsFirm,
  },
  {
    what: '推送记录',
    tables: ['webhookDeliveries'],
    class: 'general',
    purpose: '与其他系统连接',
    retention: '30天',
  },
  {
    what: '律所、分类、职位、专业领域和设置',
    tables: [
      'firms',
      'hosts',
      'firmConfigs',
      'configRevisions',
      'areas',
      'categories',
      'positions',
      'professions',
      'selfProfessions',
      'installSecrets',
    ],
    class: 'none',
    purpose: noPerson,
    retention: asLongAsFirm,
  },
  {
    what: '分所及其负责人和联系方式',
    tables: ['offices'],
    class: 'general',
    purpose: show,
    retention: asLongAsFirm,
  },
  {
    what: '列表的共享视图',
    tables: ['sharedViews'],
    class: 'general',
    purpose: trace,
    retention: '到删除',
  },
])

/** What is stored, with its period under these settings. */
export const keptUnder = (periods: Periods) =>
  keptTables.map(entry => ({
    ...entry,
    tables: [...entry.tables],
    retention: typeof entry.retention === 'string' ? entry.retention : entry.retention(periods),
  }))
