import {
  datetime,
  defineEntity,
  equal,
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

/** Whether the product wrote the message, so that it is translated. Announcements stay as people wrote them. */
export const isProductMessage = ({ type, bizType }: Readonly<Record<string, unknown>>) =>
  type !== 7 && bizType !== 'announcement'

/** 站内信 (domain.md §3.8). */
const fields = {
  id: integer('编号'),
  type: select('类型', [
    [1, '系统通知'],
    [2, '注册审核'],
    [3, '名片审核'],
    [4, '内容审核'],
    [5, '账号安全'],
    [6, '事项提醒'],
    [7, '律所公告'],
  ]),
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
    // The message icon in the header leads here for administrators and lawyers (domain.md §2).
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
