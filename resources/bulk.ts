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
  postCall,
  reason,
  recordSchema,
  reference,
  select,
  text,
} from './kit/index.ts'

const count = (label: string) => integer(label, { max: 1_000_000 })

const fields = {
  id: integer('编号'),
  /** When it was started, as a person names it. */
  name: text('时间', { max: 40 }),
  /** What the records are, in the words of their own list. */
  kind: text('内容', { max: 20, isSentence: true }),
  action: text('操作', { max: 20, isSentence: true }),
  state: select('状态', [
    [1, '进行中', 'waiting'],
    [2, '完成', 'good'],
    [3, '部分完成', 'waiting'],
    [4, '已停止', 'faint'],
    [5, '已撤销', 'faint'],
  ]),
  total: count('共'),
  done: count('已完成'),
  skipped: count('跳过'),
  failed: count('失败'),
  createdAt: datetime('开始时间'),
  createdByName: text('操作人', { max: 20 }),
  organizationId: optional(reference('操作人所属律所', 'offices')),
}

/** What is done with which records: the names of an entity and of its action, and what the list is filtered by. */
const wanted = {
  resource: z.string().max(40),
  action: z.string().max(40),
  filter: z.record(z.string().max(40), z.unknown()),
  answers: z.record(z.string().max(40), z.unknown()).default({}),
}

const run = z.object({ id: z.int() })

/** One bulk action with how far it is. */
const report = recordSchema(fields).extend({
  /** The names of the entity and of its action. */
  resource: z.string(),
  actionName: z.string(),
  /** What was asked before: the new values of the fields, a reason. */
  answers: z.record(z.string(), z.unknown()),
  waiting: z.int(),
  /** The action that this one takes back. */
  undoes: z.int().nullable(),
  /** The action that has taken this one back. */
  undoneBy: z.int().nullable(),
  /** How many records can be taken back; 0 where the action has no opposite, or the caller may not. */
  undoable: z.int(),
})

const calls = {
  page: pagedCall(
    '/bulk',
    'signedIn',
    { row: recordSchema(fields), filters: {}, sortable: ['createdAt'] },
    { isAddition: true },
  ),
  one: getCall(
    '/bulk/{id}',
    'signedIn',
    () => z.strictObject({ id }),
    () => report,
    { isAddition: true },
  ),
  /**
   * Takes an action on all records that the filter finds at this moment, as a job. The rights are those of the action, and
   * what one record takes each takes: scope, state, version, log. The switch of the records, which the server looks up,
   * governs this one and the next, beside that of bulk actions.
   */
  start: postCall(
    '/bulk',
    'signedIn',
    () => z.strictObject({ ...wanted, reason: reason.optional() }),
    () => run,
    { isAddition: true, feature: null },
  ),
  /** How many records a change of fields would change, and what the first of them hold now. */
  preview: postCall(
    '/bulk/preview',
    'signedIn',
    () => z.strictObject(wanted).omit({ action: true }),
    () =>
      z.object({
        total: z.int(),
        changing: z.int(),
        rows: z.array(z.object({ id: z.int(), name: z.string(), before: z.record(z.string(), z.unknown()) })),
      }),
    { isAddition: true, feature: null },
  ),
  /** What is not done yet is left as it is. */
  stop: postCall(
    '/bulk/{id}/stop',
    'signedIn',
    () => z.strictObject({ id }),
    () => run,
    { isAddition: true, feature: null },
  ),
  /** Takes back what was done, but for records that were changed since; a job of its own. */
  undo: postCall(
    '/bulk/{id}/undo',
    'signedIn',
    () => z.strictObject({ id }),
    () => run,
    { isAddition: true, feature: null },
  ),
}

/** 批量操作: what was done with many records at once. */
export const bulkRuns = defineEntity({
  name: 'bulkRuns',
  label: '批量操作',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page', one: 'one' },
  feature: 'bulk',
  views: {
    list: { path: '/app/bulk', title: '批量操作', roles: ['admin'], menu: 'bulk' },
    show: {
      path: '/app/bulk/:id',
      title: '操作结果',
      roles: ['admin', 'lawyer'],
      parent: 'bulk',
      page: 'bulkRun',
    },
  },
  list: [
    'name',
    'action',
    'kind',
    'state',
    'total',
    'done',
    'skipped',
    'failed',
    'createdByName',
    'organizationId',
  ],
  sort: { field: 'createdAt', order: 'DESC' },
})

const rowFields = {
  /** Its place among the records of the action. */
  position: integer('序号'),
  recordId: integer('编号'),
  name: text('名称', { max: 200 }),
  state: select('结果', [
    [0, '未处理', 'faint'],
    [1, '完成', 'good'],
    [2, '跳过', 'waiting'],
    [3, '失败', 'bad'],
  ]),
  message: optional(text('原因', { max: 500, isSentence: true })),
  doneAt: optional(datetime('处理时间')),
}

/** What became of each record of a bulk action. */
export const bulkRows = defineEntity({
  name: 'bulkRows',
  label: '处理结果',
  id: 'position',
  title: 'name',
  fields: rowFields,
  calls: {
    page: pagedCall(
      '/bulk/{runId}/rows',
      'signedIn',
      {
        row: recordSchema(rowFields),
        filters: { state: equal(rowFields.state) },
        sortable: ['position'],
        params: { runId: id },
      },
      { isAddition: true },
    ),
  },
  crud: { list: 'page' },
  feature: 'bulk',
  list: ['name', 'state', 'message', 'doneAt'],
  filters: ['state'],
  sort: { field: 'position', order: 'ASC' },
})
