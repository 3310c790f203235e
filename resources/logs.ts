import { logActions, logModules, undoReason } from './domain/logVocabulary.ts'
import {
  contains,
  days,
  datetime,
  defineEntity,
  equal,
  flag,
  getCall,
  pagedCall,
  id,
  integer,
  emptyInput,
  oneOf,
  optional,
  recordSchema,
  reference,
  rows,
  select,
  text,
  toggle,
} from './kit/index.ts'

import { z } from 'zod'

const diff = {
  field: text('字段名', { max: 40 }),
  label: text('字段', { max: 40, isSentence: true }),
  before: optional(text('修改前', { max: 10_000, isSentence: it => it['isWorded'] === 1 })),
  after: optional(text('修改后', { max: 10_000, isSentence: it => it['isWorded'] === 1 })),
  /** 1 if both values are words of the product, and not texts that people wrote. */
  isWorded: optional(toggle('产品用语')),
  masked: toggle('已脱敏'),
}

type Row = Readonly<Record<string, unknown>>
const isByNobody = (it: Row) => it['operatorType'] == null
/** The product writes the reason of what nobody did, and that of undoing a bulk action. */
const hasOwnReason = (it: Row) => isByNobody(it) || it['reason'] === undoReason
/** The server names the token of a program (engine/program.ts); other clients name themselves. */
const isByProgram = (it: Row) => String(it['device']).startsWith('接口令牌')
/** The name of a setting is a word of the product; people, cards and articles have names of their own. */
const isSetting = (it: Row) => it['module'] === 10 || it['module'] === 11

/** 重要日志 (docs/domain.md §3.9). The hashes that chain the rows stay in the database, where a command verifies them. */
const fields = {
  id: integer('编号'),
  createdAt: datetime('操作时间'),
  logType: select('日志类型', [
    [1, '登录'],
    [2, '操作'],
    [3, '系统'],
  ]),
  module: select('模块', logModules),
  action: select('操作', logActions),
  important: toggle('重要'),
  operatorType: optional(
    select('操作人类型', [
      [1, '管理员'],
      [2, '律师'],
    ]),
  ),
  operatorId: optional(integer('操作人编号')),
  operatorName: text('操作人', { max: 20, isSentence: isByNobody }),
  officeLevel: optional(
    select('级别', [
      [1, '总所主管理员'],
      [2, '总所子管理员'],
      [3, '分所主管理员'],
      [4, '分所子管理员'],
    ]),
  ),
  organizationId: optional(reference('所属律所', 'offices')),
  viewAsId: optional(integer('视角用户')),
  targetType: optional(text('对象类型', { max: 30 })),
  targetId: optional(integer('对象编号', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  targetName: optional(text('对象', { max: 60, isSentence: isSetting })),
  targetOrgId: optional(reference('对象所属律所', 'offices')),
  summary: text('内容', { max: 200, isSentence: true }),
  diff: rows('变更明细', diff, { max: 200 }),
  reason: optional(text('原因', { max: 200, isSentence: hasOwnReason })),
  batchId: optional(integer('批次')),
  batchCount: optional(integer('批次数量')),
  result: select('结果', [
    [1, '成功', 'good'],
    [0, '失败', 'bad'],
  ]),
  errorCode: optional(text('错误码', { max: 4 })),
  ip: optional(text('IP', { max: 45 })),
  device: optional(text('设备', { max: 200, isSentence: isByProgram })),
  requestId: text('请求号', { max: 40 }),
}

const record = recordSchema(fields)
const row = record.omit({ diff: true, device: true, requestId: true })

const filters = {
  logType: equal(fields.logType),
  module: oneOf(fields.module),
  action: oneOf(fields.action),
  organizationId: equal(reference('所属律所', 'offices'), 'targetOrgId'),
  operator: contains(text('操作人姓名', { max: 20 }), 'operatorName'),
  adminId: equal(reference('操作管理员', 'admins')),
  lawyerId: equal(reference('操作律师', 'lawyers')),
  target: contains(text('对象名称', { max: 60 }), 'targetName'),
  /** Together with `targetId`: the history of one record. */
  targetType: equal(fields.targetType),
  targetId: equal(fields.targetId),
  /** Entries of one batch. */
  batchId: equal(integer('批次', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  createdAt: days('操作时间', { column: 'createdAt', from: 'from', to: 'to' }),
  result: equal(fields.result),
}
const page = { row, filters, sortable: ['createdAt'] } as const

/** Columns that the exported file has in addition to those of the list. */
const exportedFields = {
  officeLevel: fields.officeLevel,
  targetName: fields.targetName,
  targetOrgId: fields.targetOrgId,
  changes: optional(text('变更明细', { max: 32_000 })),
  reason: fields.reason,
  batchId: fields.batchId,
  errorCode: fields.errorCode,
  ip: fields.ip,
  device: fields.device,
  requestId: fields.requestId,
}

const calls = {
  /** Log entries about the caller: what he did, and what others did to his records. */
  getPageList: pagedCall('/log/getPageList', 'self', page),
  getAdminLogPageList: pagedCall('/log/getAdminLogPageList', 'log.view', page),
  /** Time of the oldest entry, and the number of months that entries are kept; null means forever. */
  reach: getCall(
    '/log/reach',
    'log.view',
    () => emptyInput,
    () => z.object({ since: fields.createdAt.schema.nullable(), months: z.int().nullable() }),
    { isAddition: true },
  ),
  one: getCall(
    '/log/{id}',
    'log.view',
    () => z.strictObject({ id }),
    () => record,
  ),
  /**
   * The number of the caller's messages with this status, for the badge in the header. Its name is that of the
   * customer's client.
   */
  'msg.count': getCall(
    '/message/count',
    'self',
    () => z.strictObject({ status: flag }),
    () => z.int(),
    // The header of every page needs it, so no switch closes it.
    { isAddition: true, feature: null },
  ),
}

export const logs = defineEntity({
  name: 'logs',
  label: '日志',
  id: 'id',
  title: 'summary',
  fields,
  calls,
  crud: { list: 'getAdminLogPageList', one: 'one' },
  feature: ['logs', 'user.logs.logs'],
  views: {
    list: {
      path: '/app/logs',
      title: '重要日志',
      roles: ['admin'],
      capability: 'log.view',
      menu: 'logs',
      page: 'logs',
    },
    show: {
      path: '/app/logs/:id',
      title: '日志详情',
      roles: ['admin'],
      capability: 'log.view',
      parent: 'logs',
      page: 'logDetail',
    },
  },
  list: ['createdAt', 'operatorName', 'action', 'summary', 'result', 'module', 'organizationId', 'ip'],
  optionalColumns: ['ip'],
  filters: [
    'createdAt',
    'module',
    'action',
    'organizationId',
    'result',
    'target',
    'adminId',
    'lawyerId',
    'batchId',
  ],
  sort: { field: 'createdAt', order: 'DESC' },
  exports: { who: 'log.export', extraColumns: exportedFields },
})

/** The log in the lawyers' area. Its calls are those of `logs`. */
export const myLogs = defineEntity({
  name: 'myLogs',
  label: '日志',
  id: 'id',
  title: 'summary',
  fields,
  calls: { getPageList: calls.getPageList, one: calls.one },
  crud: { list: 'getPageList', one: 'one' },
  views: {
    list: { path: '/app/user/logs/logs', title: '重要日志', roles: ['lawyer'], menu: 'user.logs.logs' },
    show: {
      path: '/app/user/logs/logs/:id',
      title: '日志详情',
      roles: ['lawyer'],
      parent: 'user.logs.logs',
      page: 'logDetail',
    },
  },
  list: ['createdAt', 'operatorName', 'action', 'summary', 'result', 'module'],
  filters: ['module', 'action', 'createdAt', 'result'],
  sort: { field: 'createdAt', order: 'DESC' },
  exports: { who: 'lawyer', extraColumns: exportedFields },
})
