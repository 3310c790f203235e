import { z } from 'zod'

import {
  date,
  datetime,
  defineEntity,
  equal,
  id,
  integer,
  optional,
  pagedCall,
  postCall,
  reason,
  recordSchema,
  select,
  text,
  version,
} from './kit/index.ts'

const fields = {
  id: integer('编号'),
  targetName: text('保全对象', { max: 200 }),
  kind: select('类别', [
    [1, '人员'],
    [2, '内容'],
    [3, '律所'],
  ]),
  state: select('状态', [
    [1, '保全中', 'info'],
    [0, '已到期', 'faint'],
    [2, '已解除', 'faint'],
  ]),
  endOn: date('保全至'),
  reason: text('保全原因', { max: 200, isMultiline: true }),
  createdAt: datetime('保全时间'),
  createdByName: optional(text('保全人', { max: 20 })),
  releasedByName: optional(text('解除人', { max: 20 })),
  releaseReason: optional(text('解除原因', { max: 200, isMultiline: true })),
}

const calls = {
  page: pagedCall(
    '/hold/page',
    'hold.view',
    {
      row: recordSchema(fields).extend({ version: z.int() }),
      filters: { kind: equal(fields.kind), state: equal(fields.state) },
      sortable: ['createdAt', 'endOn'],
    },
    { isAddition: true },
  ),
  /** Ends a hold before its day. What has been kept longer is deleted by the next run of the jobs. */
  release: postCall(
    '/hold/release/{id}',
    'hold.manage',
    () => z.strictObject({ id, reason, version }),
    () => z.object({ version: z.int() }),
    { isAddition: true },
  ),
}

/** 资料保全: what nobody and no job deletes until a day, because it may be needed as evidence. */
export const holds = defineEntity({
  name: 'holds',
  label: '资料保全',
  id: 'id',
  title: 'targetName',
  fields,
  calls,
  empty: { title: '没有保全的资料', text: '打开人员、内容或律所的页面，按“保全”，会显示在这里。' },
  crud: { list: 'page' },
  feature: 'lawyer.holds',
  logModule: 14,
  views: {
    list: {
      path: '/app/lawyer/holds',
      title: '资料保全',
      roles: ['admin'],
      capability: 'hold.view',
      menu: 'lawyer.holds',
    },
  },
  list: [
    'targetName',
    'kind',
    'state',
    'endOn',
    'reason',
    'createdAt',
    'createdByName',
    'releasedByName',
    'releaseReason',
  ],
  filters: ['kind', 'state'],
  sort: { field: 'createdAt', order: 'DESC' },
  actions: {
    release: {
      call: 'release',
      label: '解除保全',
      on: ['row'],
      when: it => it.state === 1,
      ask: { reason: text('解除原因', { min: 2, max: 200, isMultiline: true }) },
      confirm: '解除后，已经到期的资料由系统照常删除。',
      input: it => ({ id: it.id, version: it.version }),
      isDanger: true,
    },
  },
})
