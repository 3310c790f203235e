import { z } from 'zod'

import {
  datetime,
  defineEntity,
  equal,
  flag,
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
  sentence,
  text,
} from './kit/index.ts'

const count = (label: string) => integer(label, { max: 1_000_000 })

const fields = {
  id: integer('编号'),
  /** The time of the start, as the title of the record. */
  name: text('时间', { max: 40 }),
  /** The label of the entity whose records are changed. */
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

/** Names of the entity and of its action, the filter of its list, and the answers of the action's dialog. */
const wanted = {
  resource: z.string().max(40),
  action: z.string().max(40),
  filter: z.record(z.string().max(40), z.unknown()),
  answers: z.record(z.string().max(40), z.unknown()).default({}),
}

const run = z.object({ id: z.int() })

/** Maximum number of rows of a spreadsheet in one call. */
export const sheetLimit = 500

/** A row of a spreadsheet and how it differs from its record; `state` is the position in `sheetStates`
 * (domain/sheets.ts); `changes` has the texts before and after by field. */
const comparedRow = z.object({
  id: z.int(),
  name: z.string(),
  state: z.int(),
  changes: z.record(z.string(), z.array(z.string())),
  messages: z.array(sentence()),
})

/** One bulk action with its progress. */
const report = recordSchema(fields).extend({
  /** The names of the entity and of its action. */
  resource: z.string(),
  actionName: z.string(),
  /** The answers of the dialog: the new values of the fields, a reason. */
  answers: z.record(z.string(), z.unknown()),
  waiting: z.int(),
  /** Seconds until the first record is processed; 0 once the action has begun. */
  startsIn: z.int().optional(),
  /** Id of the bulk action that this one undoes. */
  undoes: z.int().nullable(),
  /** Id of the bulk action that has undone this one. */
  undoneBy: z.int().nullable(),
  /** Number of records that can be undone; 0 if the action has no opposite or the caller may not use it. */
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
   * Applies an action to all records that match the filter at this moment, as a job. Right, scope, state, version and log
   * are those of the call for a single record. The server checks the feature switch of the entity in addition to that of
   * bulk actions.
   */
  start: postCall(
    '/bulk',
    'signedIn',
    () => z.strictObject({ ...wanted, reason: reason.optional() }),
    () => run,
    { isAddition: true, feature: null },
  ),
  /** Counts the records that a bulk edit would change, with the present values of the first of them. */
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
  /**
   * Changes the records whose rows in an exported spreadsheet differ from them, as a job: each by the call for a single
   * record. `lines` hold the id, the version and the texts of `columns`, separated by tabs. With `dryRun` nothing is
   * changed, and the answer tells how each row differs; otherwise it has the id of the bulk action.
   */
  sheet: postCall(
    '/bulk/sheet',
    'signedIn',
    () =>
      z.strictObject({
        resource: wanted.resource,
        columns: z.array(wanted.resource).max(60),
        lines: z.array(z.string().max(20_000)).max(sheetLimit),
        dryRun: flag.default(0),
      }),
    () => z.object({ id: z.int().nullable(), rows: z.array(comparedRow) }),
    { isAddition: true, feature: null },
  ),
  /**
   * Gives several records values of their own, as a job: each by the call for a single record. Each of the `lines` is a
   * record as JSON: `{"id":7,"version":3,"values":{"team":"…"}}`. With `dryRun` nothing is changed, and the answer tells
   * what would change; otherwise it has the id of the bulk action.
   */
  rows: postCall(
    '/bulk/rows',
    'signedIn',
    () =>
      z.strictObject({
        resource: wanted.resource,
        lines: z.array(z.string().max(20_000)).min(1).max(sheetLimit),
        dryRun: flag.default(0),
      }),
    () => z.object({ id: z.int().nullable(), rows: z.array(comparedRow) }),
    { isAddition: true, feature: null },
  ),
  /** Stops the job; records that it has not processed stay as they are. */
  stop: postCall(
    '/bulk/{id}/stop',
    'signedIn',
    () => z.strictObject({ id }),
    () => run,
    { isAddition: true, feature: null },
  ),
  /** Starts a job that undoes the action, except for records that were changed since. */
  undo: postCall(
    '/bulk/{id}/undo',
    'signedIn',
    () => z.strictObject({ id }),
    () => run,
    { isAddition: true, feature: null },
  ),
}

/** 批量操作: the list of bulk actions. */
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
  pages: {
    sheet: {
      path: '/app/bulk/sheet',
      title: '导回表格',
      roles: ['admin'],
      parent: 'bulk',
      page: 'sheetEdit',
      requires: 'sheet',
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
  /** Position of the record in the order of the list. */
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

/** The result of a bulk action for each record. */
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
