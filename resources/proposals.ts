import { z } from 'zod'

import { proposalSubjects } from './domain/proposals.ts'
import {
  datetime,
  defineEntity,
  deleteCall,
  emptyAnswer,
  equal,
  flag,
  getCall,
  id,
  integer,
  optional,
  pagedCall,
  putCall,
  reason,
  recordSchema,
  reference,
  select,
  text,
} from './kit/index.ts'

/** 代理建议: what a language model's program proposes, until a person has decided (docs/domain.md §3.11). */
const fields = {
  id: integer('编号'),
  title: text('资料', { max: 120 }),
  subject: select('类型', proposalSubjects),
  isCreation: select('操作', [
    [0, '修改@event'],
    [1, '新增@event'],
  ]),
  state: select(
    '状态',
    [
      [1, '待处理', 'waiting'],
      [2, '已批准', 'good'],
      [3, '已驳回', 'bad'],
      [4, '已撤回', 'faint'],
      [5, '已关闭@proposal', 'faint'],
    ],
    { waitingState: { state: 1, since: ['createdAt'] } },
  ),
  tokenName: text('来源', { max: 30 }),
  ownerName: text('令牌所有者', { max: 20 }),
  organizationId: optional(reference('所属律所', 'offices')),
  createdAt: datetime('提出时间'),
  decidedByName: optional(text('处理人', { max: 20 })),
  decidedAt: optional(datetime('处理时间')),
  reason: optional(text('驳回原因', { max: 200, isMultiline: true })),
}

const isAddition = true
const resourceName = z.string().max(60)
const record = recordSchema(fields).extend({
  /** 1 for a proposal by one of the caller's own tokens, about which somebody else decides. */
  isOwn: flag,
})

const calls = {
  page: pagedCall(
    '/proposal/page',
    'proposal.decide',
    {
      row: record,
      filters: { state: equal(fields.state), subject: equal(fields.subject) },
      sortable: ['createdAt', 'decidedAt'],
    },
    { isAddition },
  ),
  /** A proposal with its values, in the form of the record's own fields. */
  one: getCall(
    '/proposal/{id}',
    'proposal.decide',
    () => z.strictObject({ id }),
    () =>
      record.extend({
        /** The resource of the record, and its id; null for a record that is to be created. */
        resource: resourceName,
        recordId: z.int().nullable(),
        /** The version of the record that the program had read; null for a record that is to be created. */
        baseVersion: z.int().nullable(),
        values: z.record(z.string(), z.unknown()),
      }),
    { isAddition },
  ),
  /** The number of waiting proposals about one record. */
  ofRecord: getCall(
    '/proposal/record',
    'proposal.decide',
    () => z.strictObject({ resource: resourceName, recordId: id.optional() }),
    () => z.object({ count: z.int() }),
    { isAddition },
  ),
  /** 1 makes the proposed call in the caller's name and with the caller's rights; 0 refuses it and requires a reason. */
  decide: putCall(
    '/proposal/{id}',
    'proposal.decide',
    () =>
      z
        .strictObject({ id, result: flag, reason: reason.optional() })
        .refine(it => it.result === 1 || it.reason !== undefined, {
          path: ['reason'],
          error: '请填写原因（2-200字）',
        }),
    () => z.object({ state: fields.state.schema }),
    { isAddition },
  ),
  /** The owner of the token takes a proposal back. */
  withdraw: deleteCall(
    '/proposal/{id}',
    'proposal.decide',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition },
  ),
}

export const proposals = defineEntity({
  name: 'proposals',
  label: '代理建议',
  id: 'id',
  title: 'title',
  fields,
  calls,
  empty: { title: '暂无代理建议', text: '智能体提出的修改建议会显示在这里，在审核台批准后才生效。' },
  crud: { list: 'page' },
  feature: 'review',
  logModule: 13,
  views: {
    list: {
      path: '/app/card/proposals',
      title: '代理建议',
      roles: ['admin'],
      capability: 'proposal.decide',
      parent: 'review',
    },
  },
  list: [
    'title',
    'state',
    'subject',
    'isCreation',
    'tokenName',
    'ownerName',
    'organizationId',
    'createdAt',
    'decidedByName',
    'decidedAt',
    'reason',
  ],
  filters: ['state', 'subject'],
  sort: { field: 'createdAt', order: 'DESC' },
  actions: {
    withdraw: {
      call: 'withdraw',
      label: '撤回',
      on: ['row'],
      when: it => it.state === 1 && 'isOwn' in it && it.isOwn === 1,
      input: it => ({ id: it.id }),
    },
  },
})
