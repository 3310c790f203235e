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
  toggle,
} from './kit/index.ts'

/** 代理建议: what a language model's program proposes, until a person has decided (docs/domain.md §3.11). */
const fields = {
  id: integer('编号'),
  title: text('资料', { max: 120 }),
  subject: select('类型', proposalSubjects),
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
  /** The beginning of the proposed values with their labels, as far as the caller may read them. */
  proposed: text('建议的内容', { max: 400, isMultiline: true }),
  tokenName: text('来源', { max: 30 }),
  ownerName: text('令牌所有者', { max: 20 }),
  /** Of a token of the caller, so that somebody else decides. */
  isOwn: toggle('本人的令牌'),
  organizationId: optional(reference('所属律所', 'offices')),
  createdAt: datetime('提出时间'),
  decidedByName: optional(text('处理人', { max: 20 })),
  reason: optional(text('驳回原因', { max: 200, isMultiline: true })),
}

const isAddition = true
const resourceName = z.string().max(60)
const record = recordSchema(fields)
const { proposed: _proposed, ...oneFields } = fields

const calls = {
  page: pagedCall(
    '/proposal/page',
    'proposal.decide',
    {
      row: record,
      filters: { state: equal(fields.state), subject: equal(fields.subject) },
      sortable: ['createdAt'],
    },
    { isAddition },
  ),
  /** A proposal with its values, in the form of the record's own fields. */
  one: getCall(
    '/proposal/{id}',
    'proposal.decide',
    () => z.strictObject({ id }),
    () =>
      recordSchema(oneFields).extend({
        /** The resource of the record, and its id; null for a record that is to be created. */
        resource: resourceName,
        recordId: z.int().nullable(),
        /** 1 for a record that is to be created. */
        isCreation: flag,
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
    'proposed',
    'state',
    'reason',
    'subject',
    'tokenName',
    'createdAt',
    'decidedByName',
    'ownerName',
    'organizationId',
  ],
  filters: ['state', 'subject'],
  sort: { field: 'createdAt', order: 'DESC' },
  actions: {
    withdraw: {
      call: 'withdraw',
      label: '撤回建议',
      on: ['row'],
      when: it => it.state === 1 && it.isOwn === 1,
      input: it => ({ id: it.id }),
    },
  },
})
