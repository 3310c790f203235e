import { z } from 'zod'

import { secret } from './domain/credentials.ts'
import { webhookEvents } from './domain/webhookEvents.ts'
import {
  auditFields,
  crudViews,
  datetime,
  defineEntity,
  deleteCall,
  emptyAnswer,
  enableDisableActions,
  entriesOf,
  equal,
  flag,
  getCall,
  id,
  inputSchema,
  integer,
  optional,
  pagedCall,
  postCall,
  putCall,
  receiverAddress,
  recordSchema,
  rows,
  select,
  text,
  version,
  multiSelect,
} from './kit/index.ts'

const events = entriesOf(webhookEvents)
const isAddition = { isAddition: true } as const
const right = 'integration.manage'

const address = text('地址', { max: 500, format: 'url', hint: '以 https:// 开头，接收 POST 请求' })

const fields = {
  id: integer('编号'),
  name: text('名称', { max: 30 }),
  url: {
    ...address,
    schema: address.schema.refine(it => receiverAddress.test(it), '请输入以 https:// 开头的地址'),
  },
  events: multiSelect('事件', events),
  status: select('状态', [
    [1, '启用@state', 'good'],
    [0, '停用@state', 'faint'],
    [2, '因失败停用', 'bad'],
  ]),
  failingSince: optional(datetime('持续失败自')),
  ...auditFields,
}
const { name, url, events: wanted } = fields
const record = recordSchema(fields).extend({ version: z.int() })
const draft = inputSchema({ name, url, events: wanted })
const one = () => z.strictObject({ id })

const calls = {
  page: pagedCall(
    '/webhook/page',
    right,
    { row: record, filters: { status: equal(fields.status) }, sortable: ['name', 'createdAt'] },
    isAddition,
  ),
  one: getCall('/webhook/{id}', right, one, () => record, isAddition),
  /** The key of the signatures is answered only once. */
  add: postCall(
    '/webhook',
    right,
    () => draft,
    () => z.object({ id: z.int(), version: z.int(), secret: secret(z.string()) }),
    isAddition,
  ),
  update: putCall(
    '/webhook/{id}',
    right,
    () => draft.partial().extend({ id, version, status: flag.optional() }),
    () => z.object({ version: z.int() }),
    isAddition,
  ),
  remove: deleteCall('/webhook/{id}', right, one, () => emptyAnswer, isAddition),
  /** Sends an event `test`; its delivery is in the list of deliveries. */
  test: postCall('/webhook/{id}/test', right, one, () => z.object({ deliveryId: z.int() }), isAddition),
  /** Replaces the key of the signatures. */
  renew: postCall(
    '/webhook/{id}/secret',
    right,
    one,
    () => z.object({ secret: secret(z.string()) }),
    isAddition,
  ),
}

/** 事件推送: addresses that are notified of events by signed requests (Standard Webhooks). */
export const webhooks = defineEntity({
  name: 'webhooks',
  label: '事件推送',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  feature: 'integration.webhooks',
  logModule: 10,
  searchFields: ['name'],
  views: crudViews('/app/conf/webhooks', {
    label: '事件推送',
    title: '事件推送',
    roles: ['mainAdmin'],
    menu: 'integration.webhooks',
    view: right,
    edit: right,
  }),
  list: ['name', 'status', 'url', 'events', 'failingSince', 'createdAt'],
  filters: ['status'],
  sort: { field: 'createdAt', order: 'DESC' },
  form: { 事件推送: ['name', 'url', 'events'] },
  actions: {
    test: {
      call: 'test',
      label: '发送测试',
      on: ['row', 'detail'],
      when: it => it.status === 1,
      input: it => ({ id: it.id }),
      dialog: 'webhookTest',
    },
    ...enableDisableActions({ call: 'update', ids: ['id'], field: 'status', values: [1, 0] }),
    renew: {
      call: 'renew',
      label: '更换密钥',
      on: ['row', 'detail'],
      confirm: '原密钥立即失效，接收方须改用新密钥验证签名。',
      input: it => ({ id: it.id }),
      shows: 'secret',
    },
  },
})

const deliveryFields = {
  id: integer('编号'),
  name: text('事件推送', { max: 30 }),
  event: select('事件', [...events, ['test', '测试@webhook']]),
  state: select('状态', [
    [0, '等待发送', 'waiting'],
    [3, '等待重试', 'waiting'],
    [1, '成功', 'good'],
    [2, '失败', 'bad'],
  ]),
  attempts: integer('尝试次数'),
  nextAt: optional(datetime('下次尝试')),
  createdAt: datetime('时间'),
  body: text('内容', { max: 2000, isMultiline: true }),
  attemptLog: rows(
    '各次尝试',
    {
      at: datetime('时间'),
      status: optional(integer('HTTP状态')),
      ms: integer('毫秒'),
      error: optional(text('原因', { max: 200, isSentence: true })),
      answer: optional(text('答复', { max: 1024, isMultiline: true })),
    },
    { max: 20 },
  ),
}
const delivery = recordSchema(deliveryFields)

/** 推送记录: what was sent to the webhooks, with each attempt; kept for 30 days. */
export const webhookDeliveries = defineEntity({
  name: 'webhookDeliveries',
  label: '推送记录',
  id: 'id',
  title: 'name',
  fields: deliveryFields,
  calls: {
    page: pagedCall(
      '/webhook/delivery/page',
      right,
      {
        row: delivery.omit({ body: true, attemptLog: true }),
        filters: { state: equal(deliveryFields.state), event: equal(deliveryFields.event) },
        sortable: ['createdAt'],
      },
      isAddition,
    ),
    one: getCall('/webhook/delivery/{id}', right, one, () => delivery, isAddition),
    /** Sends it again with the same id and body, and repeats it as if it was new. */
    resend: postCall('/webhook/delivery/{id}/resend', right, one, () => emptyAnswer, isAddition),
  },
  crud: { list: 'page', one: 'one' },
  feature: 'integration.webhooks',
  logModule: 10,
  views: {
    list: {
      path: '/app/conf/webhook-deliveries',
      title: '推送记录',
      roles: ['mainAdmin'],
      capability: right,
      menu: 'integration.deliveries',
    },
    show: {
      path: '/app/conf/webhook-deliveries/:id',
      title: '推送详情',
      roles: ['mainAdmin'],
      capability: right,
      parent: 'integration.deliveries',
      page: 'webhookDelivery',
    },
  },
  list: ['name', 'event', 'state', 'attempts', 'nextAt', 'createdAt'],
  filters: ['state', 'event'],
  sort: { field: 'createdAt', order: 'DESC' },
  show: { 推送: ['name', 'event', 'state', 'createdAt'] },
  actions: {
    resend: {
      call: 'resend',
      label: '重新发送',
      on: ['row', 'detail'],
      when: it => it.state !== 0,
      input: it => ({ id: it.id }),
    },
  },
})
