import {
  datetime,
  defineEntity,
  equal,
  flag,
  getCall,
  pagedCall,
  id,
  integer,
  emptyInput,
  optional,
  putCall,
  recordSchema,
  select,
  sentence,
  text,
} from './kit/index.ts'

import { z } from 'zod'

import { messageTypes } from './domain/messageTypes.ts'

/** Whether the product wrote the message, so that it is translated. Announcements stay as people wrote them. */
export const isProductMessage = ({ type, bizType }: Readonly<Record<string, unknown>>) =>
  type !== 7 && bizType !== 'announcement'

/** 站内信 (docs/domain.md §3.8). */
const fields = {
  id: integer('编号'),
  type: select('类型', messageTypes),
  title: text('标题', { max: 50, isSentence: isProductMessage }),
  content: text('内容', { max: 1000, isMultiline: true, isSentence: isProductMessage }),
  level: select('级别', [
    [1, '普通', 'faint'],
    [2, '重要', 'bad'],
  ]),
  status: select('状态', [
    [0, '未读', 'waiting'],
    [1, '已读', 'faint'],
  ]),
  senderName: optional(text('发送人', { max: 20 })),
  /** Kind and id of the record that the message is about, and the page that shows it. */
  bizType: optional(text('关联类型', { max: 30 })),
  bizId: optional(integer('关联编号')),
  link: optional(text('链接', { max: 200 })),
  readAt: optional(datetime('阅读时间')),
  createdAt: datetime('发送时间'),
}

const record = recordSchema(fields)

/**
 * The mails that a person gets with messages: `types` are those that he wants, `offered` those that the firm allows. No
 * mails are sent without an address, which `hasAddress` 0 says.
 */
const mailChoice = z.object({
  types: z.array(fields.type.schema),
  offered: z.array(fields.type.schema),
  hasAddress: flag,
})

const statistics = z.object({
  total: z.int(),
  types: z.array(z.object({ type: fields.type.schema, typeName: sentence(), unread: z.int() })),
})

const calls = {
  page: pagedCall('/message', 'self', {
    row: record,
    filters: { status: equal(fields.status), type: equal(fields.type), level: equal(fields.level) },
    sortable: ['createdAt'],
  }),
  getUnReadStatistics: getCall(
    '/message/getUnReadStatistics',
    'self',
    () => emptyInput,
    () => statistics,
  ),
  /** Reads a message and marks it as read. */
  one: getCall(
    '/message/{id}',
    'self',
    () => z.strictObject({ id }),
    () => record,
    { writes: true },
  ),
  readAll: putCall(
    '/message/readAll',
    'self',
    () => z.strictObject({ type: fields.type.schema.optional() }),
    () => z.object({ count: z.int() }),
    { isAddition: true },
  ),
  mailChoice: getCall(
    '/message/mail',
    'self',
    () => emptyInput,
    () => mailChoice,
    { isAddition: true },
  ),
  /** Chooses the types of messages that also come by mail; it concerns nobody else, so it is not logged. */
  chooseMail: putCall(
    '/message/mail',
    'self',
    () => z.strictObject({ types: z.array(fields.type.schema).max(messageTypes.length) }),
    () => mailChoice,
    { isAddition: true },
  ),
}

export const messages = defineEntity({
  name: 'messages',
  label: '站内信',
  id: 'id',
  title: 'title',
  fields,
  calls,
  crud: { list: 'page', one: 'one' },
  feature: 'user.logs.msg',
  views: {
    // The message icon in the header leads here for administrators and lawyers (docs/domain.md §2).
    list: {
      path: '/app/user/logs/msg',
      title: '站内信',
      roles: ['lawyer', 'admin'],
      menu: 'user.logs.msg',
      page: 'messages',
    },
  },
  list: ['status', 'title', 'type', 'level', 'senderName', 'createdAt'],
  filters: ['status', 'type', 'level'],
  sort: { field: 'createdAt', order: 'DESC' },
  show: { 站内信: ['title', 'type', 'level', 'senderName', 'createdAt', 'content'] },
  actions: {
    readAll: {
      call: 'readAll',
      label: '全部已读',
      on: ['list'],
      input: () => ({}),
    },
  },
})
