import { z } from 'zod'

import {
  datetime,
  defineEntity,
  equal,
  get,
  getPage,
  id,
  integer,
  optional,
  post,
  recordOf,
  reference,
  references,
  type Route,
  select,
  text,
} from './kit/index.ts'

const most = 200

/** 公告, domain.md §3.8: one message to many at once, and who has read it. */
const fields = {
  batchId: integer('编号'),
  title: text('标题', { min: 2, max: 50 }),
  content: text('内容', { min: 2, max: 1000, isMultiline: true }),
  level: select('级别', [
    [1, '普通', 'faint'],
    [2, '重要', 'info'],
  ]),
  audience: select('发给', [
    [1, '全部人员'],
    [2, '指定律所'],
    [3, '指定人员'],
  ]),
  organizationIds: references('律所', 'offices', { max: most }),
  lawyerIds: optional(references('律师', 'lawyers', { max: most, hint: '按姓名或拼音查找' })),
  adminIds: optional(references('管理员', 'admins', { max: most, hint: '按姓名或拼音查找' })),
  /** 12/20 已读. */
  readState: text('阅读情况', { max: 40, isSentence: true }),
  createdBy: text('发布人', { max: 20 }),
  createdAt: datetime('发布时间'),
}
const { title, content, level, audience } = fields

const record = recordOf(fields)

/** The operator's and the firm's own; a branch reaches its own people only. */
const receiving = () =>
  z.strictObject({
    /** What is absent follows from the offices: named ones, or all within reach. People are named with it only. */
    audience: audience.schema.optional(),
    organizationIds: z.array(id).max(most).default([]),
    lawyerIds: z.array(id).max(most).nullish(),
    adminIds: z.array(id).max(most).nullish(),
  })

const calls = {
  page: getPage(
    '/message/announcements',
    'message.announce',
    {
      row: record,
      filters: { level: equal(level), audience: equal(audience) },
      sortable: ['createdAt'],
    },
    { isAddition: true },
  ),
  one: get(
    '/message/announcements/{batchId}',
    'message.announce',
    () => z.strictObject({ batchId: id }),
    () => record,
    { isAddition: true },
  ),
  announce: post(
    '/message/announce',
    'message.announce',
    () =>
      receiving().extend({ title: title.schema, content: content.schema, level: level.schema.default(1) }),
    () => z.object({ batchId: z.int(), count: z.int() }),
    { isAddition: true },
  ),
  /** How many would receive it. */
  count: get('/message/announce/count', 'message.announce', receiving, () => z.object({ count: z.int() }), {
    isAddition: true,
  }),
}

const route = (path: Route['path'], pageTitle: string) =>
  ({
    path,
    title: pageTitle,
    // As the messages, among which they stand: who may announce the capability says.
    roles: ['admin', 'lawyer'],
    capability: 'message.announce',
    parent: 'user.logs.msg',
  }) as const

export const announcements = defineEntity({
  name: 'announcements',
  label: '公告',
  id: 'batchId',
  title: 'title',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'announce' },
  views: {
    list: route('/app/user/logs/msg/announce', '律所公告'),
    create: { ...route('/app/user/logs/msg/announce/create', '发布公告'), page: 'announce' },
    show: { ...route('/app/user/logs/msg/announce/:id', '公告详情'), page: 'announcement' },
  },
  list: ['title', 'level', 'audience', 'readState', 'createdBy', 'createdAt'],
  filters: ['level', 'audience'],
  sort: { field: 'createdAt', order: 'DESC' },
  initial: { level: 1, audience: 1 },
  form: {
    公告: ['title', 'content', 'level'],
    收件人: ['audience', 'organizationIds', 'lawyerIds', 'adminIds'],
  },
  show: { 发布: ['level', 'audience', 'readState', 'createdBy', 'createdAt'] },
})

const receiverFields = {
  id: integer('编号'),
  batchId: integer('公告'),
  name: text('姓名', { max: 20 }),
  receiverType: select('身份', [
    [1, '管理员'],
    [2, '律师'],
  ]),
  organizationId: optional(reference('所属律所', 'offices')),
  status: select('状态', [
    [0, '未读', 'waiting'],
    [1, '已读', 'good'],
  ]),
  readAt: optional(datetime('阅读时间')),
}

/** Whom an announcement reached. */
export const receivers = defineEntity({
  name: 'receivers',
  label: '收件人',
  id: 'id',
  title: 'name',
  fields: receiverFields,
  calls: {
    page: getPage(
      '/message/announcements/receivers',
      'message.announce',
      {
        row: recordOf(receiverFields),
        filters: {
          batchId: equal(reference('公告', 'announcements')),
          status: equal(receiverFields.status),
          receiverType: equal(receiverFields.receiverType),
        },
        sortable: ['readAt'],
      },
      { isAddition: true },
    ),
  },
  crud: { list: 'page' },
  list: ['name', 'receiverType', 'organizationId', 'status', 'readAt'],
  filters: ['status', 'receiverType'],
  sort: { field: 'readAt', order: 'DESC' },
})
