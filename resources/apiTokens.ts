import { z } from 'zod'

import { secret } from './domain/credentials.ts'
import {
  customField,
  date,
  datetime,
  defineEntity,
  deleteCall,
  emptyAnswer,
  equal,
  id,
  integer,
  optional,
  pagedCall,
  postCall,
  recordSchema,
  select,
  text,
  toggle,
} from './kit/index.ts'

/** The last characters of the token, by which one that was found somewhere is recognised. */
const tail = text('尾号', { max: 4 })

const fields = {
  id: integer('编号'),
  name: text('名称', { max: 30 }),
  state: select('状态', [
    [1, '有效@state', 'good'],
    [2, '已过期', 'faint'],
    [3, '已撤销@token', 'faint'],
    [4, '所有者不能登录', 'bad'],
  ]),
  capabilities: customField('权限', {
    widget: 'capabilities',
    schema: z.array(z.string()),
    output: z.array(z.string()),
  }),
  isForAgents: toggle('供智能体使用'),
  mayPropose: toggle('可以提出修改建议'),
  isForDirectory: toggle('供通讯录同步使用'),
  tail,
  ownerName: text('所有者', { max: 20 }),
  lastDay: date('有效期至', { daysAhead: [30, 90, 365] }),
  lastUsedAt: optional(datetime('最近使用')),
  createdAt: datetime('创建时间'),
}
const { name, lastDay, capabilities, isForAgents, mayPropose, isForDirectory } = fields
const ask = { name, lastDay, isForAgents, mayPropose, isForDirectory, capabilities }
const isAddition = true

const calls = {
  page: pagedCall(
    '/token/page',
    'integration.manage',
    {
      row: recordSchema(fields),
      filters: { state: equal(fields.state) },
      sortable: ['createdAt', 'lastDay', 'lastUsedAt'],
    },
    { isAddition },
  ),
  /** The token belongs to the caller, with capabilities of his; it is answered only once. */
  add: postCall(
    '/token',
    'token.create',
    () =>
      z.strictObject({
        name: name.schema,
        lastDay: lastDay.schema,
        isForAgents: isForAgents.schema.default(0),
        mayPropose: mayPropose.schema.default(0),
        isForDirectory: isForDirectory.schema.default(0),
        capabilities: z.array(z.string().max(40)).min(1, '请选择权限').max(100),
      }),
    () => z.object({ id: z.int(), token: secret(z.string()) }),
    { isAddition },
  ),
  revoke: deleteCall(
    '/token/{id}',
    'integration.manage',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition },
  ),
}

/** 接口令牌: with a token a program makes calls in the name of its owner, within the capabilities that were chosen. */
export const apiTokens = defineEntity({
  name: 'apiTokens',
  label: '接口令牌',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page' },
  feature: 'integration.tokens',
  logModule: 10,
  views: {
    list: {
      path: '/app/conf/tokens',
      title: '接口令牌',
      roles: ['mainAdmin'],
      capability: 'integration.manage',
      menu: 'integration.tokens',
    },
  },
  list: [
    'name',
    'state',
    'isForAgents',
    'mayPropose',
    'isForDirectory',
    'capabilities',
    'lastDay',
    'lastUsedAt',
    'ownerName',
    'tail',
    'createdAt',
  ],
  optionalColumns: ['isForAgents', 'mayPropose', 'isForDirectory'],
  filters: ['state'],
  sort: { field: 'createdAt', order: 'DESC' },
  actions: {
    add: {
      call: 'add',
      label: '新建令牌',
      on: ['list'],
      ask,
      dialog: 'apiToken',
      input: () => ({}),
      isCreation: true,
    },
    revoke: {
      call: 'revoke',
      label: '撤销@token',
      on: ['row'],
      when: it => it.state !== 3,
      confirm: '使用该令牌的程序立即不能再调用接口，不能恢复。',
      input: it => ({ id: it.id }),
      isDanger: true,
    },
  },
})
