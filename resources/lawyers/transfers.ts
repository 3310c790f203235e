import { z } from 'zod'

import { refusalReason } from '../domain/refusal.ts'
import {
  datetime,
  defineEntity,
  deleteCall,
  emptyAnswer,
  equal,
  flag,
  pagedCall,
  id,
  optional,
  integer,
  putCall,
  reason,
  recordSchema,
  reference,
  select,
  text,
  version,
} from '../kit/index.ts'
import { isTransferAction } from './transitions.ts'

const fields = {
  id: integer('编号'),
  lawyerName: text('人员', { max: 20 }),
  organizationId: reference('转出律所', 'offices'),
  toId: reference('转入律所', 'offices'),
  status: select(
    '状态',
    [
      [0, '待处理', 'waiting'],
      [1, '已同意', 'good'],
      [2, '已驳回', 'bad'],
      [3, '已撤回', 'faint'],
    ],
    { waitingState: { state: 0, since: ['createdAt'] } },
  ),
  reason: text('转所原因', { max: 200, isMultiline: true }),
  createdByName: optional(text('申请人', { max: 20 })),
  createdAt: datetime('申请时间'),
  decidedByName: optional(text('处理人', { max: 20 })),
  decisionReason: optional(text('处理意见', { max: 200, isMultiline: true })),
}

const calls = {
  page: pagedCall(
    '/lawyer/transfers',
    // Every administrator may read the list; the other calls decide who may ask and who decides.
    'admin',
    {
      row: recordSchema(fields).extend({ version: z.int() }),
      filters: {
        status: equal(fields.status),
      },
      sortable: ['createdAt', 'lawyerName'],
    },
    { isAddition: true },
  ),
  /** 1 transfers the person as requested; 0 refuses and requires a reason. */
  decide: putCall(
    '/lawyer/transfers/{id}',
    'lawyer.transfer',
    () =>
      z
        .strictObject({ id, result: flag, reason: reason.optional(), version })
        .refine(it => it.result === 1 || it.reason !== undefined, {
          path: ['reason'],
          error: '请填写原因（2-200字）',
        }),
    () => z.object({ status: fields.status.schema }),
    { isAddition: true },
  ),
  withdraw: deleteCall(
    '/lawyer/transfers/{id}',
    'lawyer.transferRequest',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition: true },
  ),
}

/** 转所申请: a branch office asks for a transfer, and the main office decides. */
export const transfers = defineEntity({
  name: 'transfers',
  label: '转所申请',
  id: 'id',
  title: 'lawyerName',
  fields,
  calls,
  empty: { title: '暂无转所申请', text: '提交的申请会显示在这里。' },
  crud: { list: 'page' },
  feature: 'lawyer.transfer',
  logModule: 4,
  views: {
    list: {
      path: '/app/lawyer/transfers',
      title: '转所申请',
      roles: ['admin'],
      capability: ['lawyer.transfer', 'lawyer.transferRequest'],
      menu: 'lawyer.transfer',
    },
  },
  list: [
    'lawyerName',
    'status',
    'organizationId',
    'toId',
    'reason',
    'createdByName',
    'createdAt',
    'decidedByName',
    'decisionReason',
  ],
  filters: ['status'],
  sort: { field: 'createdAt', order: 'DESC' },
  actions: {
    agree: {
      call: 'decide',
      label: '同意',
      on: ['row', 'bulk'],
      when: it => isTransferAction('agree', it.status),
      confirm: '名片随人转入，待审核的修改由转入律所审核；本人须重新登录，本人和双方管理员会收到站内信。',
      input: it => ({ id: it.id, result: 1, version: it.version }),
    },
    refuse: {
      call: 'decide',
      label: '驳回',
      on: ['row', 'bulk'],
      when: it => isTransferAction('refuse', it.status),
      ask: { reason: refusalReason('transfer') },
      input: it => ({ id: it.id, result: 0, version: it.version }),
      isDanger: true,
    },
    withdraw: {
      call: 'withdraw',
      label: '撤回',
      on: ['row'],
      when: it => isTransferAction('withdraw', it.status),
      input: it => ({ id: it.id }),
    },
  },
})
