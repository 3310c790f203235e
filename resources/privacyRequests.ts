import { z } from 'zod'

import {
  datetime,
  defineEntity,
  emptyInput,
  equal,
  getCall,
  id,
  inputSchema,
  integer,
  optional,
  pagedCall,
  postCall,
  putCall,
  recordSchema,
  reference,
  select,
  text,
  version,
} from './kit/index.ts'

const fields = {
  id: integer('编号'),
  name: text('申请人', { max: 20 }),
  kind: select('请求', [
    [1, '更正信息'],
    [2, '删除信息'],
  ]),
  content: text('理由', { min: 2, max: 500, isMultiline: true }),
  status: select('状态', [
    [0, '待处理', 'waiting'],
    [1, '已完成', 'good'],
    [2, '已拒绝', 'bad'],
  ]),
  isOverdue: select('时限', [
    [0, '时限内'],
    [1, '已超时', 'bad'],
  ]),
  organizationId: reference('所属律所', 'offices'),
  dueAt: datetime('截止时间'),
  answer: optional(text('答复', { min: 2, max: 500, isMultiline: true })),
  answeredByName: optional(text('处理人', { max: 20 })),
  createdAt: datetime('提交时间'),
}
const { kind, content } = fields
const answer = text('答复', { min: 2, max: 500, isMultiline: true })
const record = recordSchema(fields).extend({ version: z.int() })
const isAddition = true

const calls = {
  /** The register: what waits comes first, and of that what is due first. */
  page: pagedCall(
    '/privacy/requests',
    'privacy.handle',
    {
      row: record,
      filters: { status: equal(fields.status), kind: equal(kind) },
      sortable: ['dueAt', 'createdAt', 'name'],
    },
    { isAddition },
  ),
  /** The caller's own requests, the newest first. */
  own: getCall(
    '/privacy/requests/own',
    'self',
    () => emptyInput,
    () => z.array(record),
    { isAddition, feature: 'user.account.settings', inView: 'closed' },
  ),
  ask: postCall(
    '/privacy/requests',
    'self',
    () => inputSchema({ kind, content }),
    () => z.object({ id: z.int(), dueAt: fields.dueAt.schema }),
    { isAddition, feature: 'user.account.settings' },
  ),
  /** 1 is done, 2 is refused; both with an answer to the person. */
  reply: putCall(
    '/privacy/requests/{id}',
    'privacy.handle',
    () => z.strictObject({ id, status: z.literal([1, 2]), answer: answer.schema, version }),
    () => z.object({ version: z.int() }),
    { isAddition },
  ),
}

/** 个人信息请求: what people demand about their data (个人信息保护法 46, 47), each with its deadline. */
export const privacyRequests = defineEntity({
  name: 'privacyRequests',
  label: '个人信息请求',
  id: 'id',
  title: 'name',
  fields,
  calls,
  empty: { title: '暂无个人信息请求', text: '本人在“修改账户”中提交的更正和删除请求会显示在这里。' },
  crud: { list: 'page' },
  feature: 'lawyer.privacy',
  logModule: 14,
  views: {
    list: {
      path: '/app/lawyer/privacy',
      title: '个人信息请求',
      roles: ['admin'],
      capability: 'privacy.handle',
      menu: 'lawyer.privacy',
    },
  },
  list: [
    'name',
    'kind',
    'status',
    'isOverdue',
    'dueAt',
    'content',
    'organizationId',
    'createdAt',
    'answer',
    'answeredByName',
  ],
  filters: ['status', 'kind'],
  sort: { field: 'dueAt', order: 'ASC' },
  actions: {
    done: {
      call: 'reply',
      label: '完成',
      on: ['row'],
      when: it => it.status === 0,
      ask: { answer },
      input: it => ({ id: it.id, status: 1 as const, version: it.version }),
    },
    refuse: {
      call: 'reply',
      label: '拒绝',
      on: ['row'],
      when: it => it.status === 0,
      ask: { answer },
      input: it => ({ id: it.id, status: 2 as const, version: it.version }),
      isDanger: true,
    },
  },
})
