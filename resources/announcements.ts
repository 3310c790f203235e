import { z } from 'zod'

import {
  datetime,
  defineEntity,
  equal,
  getCall,
  pagedCall,
  id,
  integer,
  optional,
  personName,
  postCall,
  recordSchema,
  reference,
  references,
  type Route,
  select,
  text,
} from './kit/index.ts'

const maxRecipients = 200

/** 公告 (docs/domain.md §3.8): one message to many people, and how many have read it. */
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
  organizationIds: references('律所', 'offices', { max: maxRecipients }),
  lawyerIds: optional(references('律师', 'lawyers', { max: maxRecipients, hint: '按姓名或拼音查找' })),
  adminIds: optional(references('管理员', 'admins', { max: maxRecipients, hint: '按姓名或拼音查找' })),
  /** Number of readers, such as 12/20 已读. */
  readState: text('阅读情况', { max: 40, isSentence: true }),
  createdBy: text('发布人', { max: 20 }),
  createdAt: datetime('发布时间'),
}
const { title, content, level, audience } = fields

const record = recordSchema(fields)

/**
 * Recipients of an announcement. The operator and the main office may address the whole firm, a branch office only
 * its own people.
 */
const recipientsInput = () =>
  z.strictObject({
    /**
     * If absent, the offices decide: the named ones, or all that the caller's right covers. People can only be named
     * together with `audience`.
     */
    audience: audience.schema.optional(),
    organizationIds: z.array(id).max(maxRecipients).default([]),
    lawyerIds: z.array(id).max(maxRecipients).nullish(),
    adminIds: z.array(id).max(maxRecipients).nullish(),
  })

const calls = {
  page: pagedCall(
    '/message/announcements',
    'message.announce',
    {
      row: record,
      filters: { level: equal(level), audience: equal(audience) },
      sortable: ['createdAt'],
    },
    { isAddition: true },
  ),
  one: getCall(
    '/message/announcements/{batchId}',
    'message.announce',
    () => z.strictObject({ batchId: id }),
    () => record,
    { isAddition: true },
  ),
  announce: postCall(
    '/message/announce',
    'message.announce',
    () =>
      recipientsInput().extend({
        title: title.schema,
        content: content.schema,
        level: level.schema.default(1),
      }),
    () => z.object({ batchId: z.int(), count: z.int() }),
    { isAddition: true },
  ),
  /** The number of recipients. Nothing is sent. */
  count: getCall(
    '/message/announce/count',
    'message.announce',
    recipientsInput,
    () => z.object({ count: z.int() }),
    {
      isAddition: true,
    },
  ),
}

const route = (path: Route['path'], pageTitle: string) =>
  ({
    path,
    title: pageTitle,
    // Open to the same roles as the messages; the capability decides who may announce.
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
  name: personName(),
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

/** The recipients of an announcement. */
export const receivers = defineEntity({
  name: 'receivers',
  label: '收件人',
  id: 'id',
  title: 'name',
  fields: receiverFields,
  calls: {
    page: pagedCall(
      '/message/announcements/receivers',
      'message.announce',
      {
        row: recordSchema(receiverFields),
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
