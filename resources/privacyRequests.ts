import { z } from 'zod'

import { evidenceInput, inventoryAnswer } from './domain/evidence.ts'
import {
  datetime,
  defineEntity,
  emptyInput,
  equal,
  fileAnswer,
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

const response = text('答复', { min: 2, max: 500, isMultiline: true })

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
  response: optional(response),
  createdAt: datetime('提交时间'),
}
const { kind, content } = fields
const record = recordSchema(fields).extend({ version: z.int() })
const isAddition = true
/** Calls about the own data, on the page of the account. */
const own = { isAddition, feature: 'user.account.settings', inView: 'closed' } as const

const calls = {
  /** The register: what waits comes first, and of that what is due first. */
  page: pagedCall(
    '/privacy/requests',
    'privacy.handle',
    {
      row: record,
      filters: { status: equal(fields.status) },
      sortable: ['dueAt'],
    },
    { isAddition },
  ),
  /** The caller's own requests, the newest first. */
  own: getCall(
    '/privacy/requests/own',
    'self',
    () => emptyInput,
    () => z.array(record),
    own,
  ),
  /** Everything that the product keeps about the caller, as JSON files with the uploads, in one ZIP file. */
  archive: postCall(
    '/privacy/archive',
    'self',
    () => emptyInput,
    () => fileAnswer,
    own,
  ),
  /** The inventory of personal information, and who may read it. */
  inventory: getCall('/privacy/inventory', 'privacy.handle', () => emptyInput, inventoryAnswer, {
    isAddition,
  }),
  /** The evidence for an audit of a period, as one ZIP file. */
  evidence: postCall('/privacy/evidence', 'privacy.evidence', evidenceInput, () => fileAnswer, {
    isAddition,
  }),
  ask: postCall(
    '/privacy/requests',
    'self',
    () => inputSchema({ kind, content }),
    () => z.object({ id: z.int(), dueAt: fields.dueAt.schema }),
    own,
  ),
  /** 1 is done, 2 is refused; both with an answer to the person. */
  reply: putCall(
    '/privacy/requests/{id}',
    'privacy.handle',
    () => z.strictObject({ id, status: z.literal([1, 2]), response: response.schema, version }),
    () => z.object({ version: z.int() }),
    { isAddition },
  ),
}

const reply = {
  call: 'reply',
  on: ['row'],
  when: (it: { status: number }) => it.status === 0,
  ask: { response },
} as const

/** 个人信息请求: what people demand about their data (个人信息保护法 46, 47), each with its deadline. */
export const privacyRequests = defineEntity({
  name: 'privacyRequests',
  label: '个人信息请求',
  id: 'id',
  title: 'name',
  fields,
  calls,
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
  pages: {
    evidence: {
      path: '/app/lawyer/privacy/evidence',
      title: '合规审计',
      roles: ['admin'],
      capability: 'privacy.handle',
      parent: 'lawyer.privacy',
      page: 'evidence',
      requires: 'inventory',
      isOnList: true,
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
    'response',
  ],
  filters: ['status'],
  sort: { field: 'dueAt', order: 'ASC' },
  actions: {
    done: { ...reply, label: '完成', input: ({ id, version }) => ({ id, version, status: 1 as const }) },
    refuse: {
      ...reply,
      label: '拒绝',
      input: ({ id, version }) => ({ id, version, status: 2 as const }),
      isDanger: true,
    },
  },
})
