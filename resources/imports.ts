import { z } from 'zod'

import {
  datetime,
  defineEntity,
  equal,
  flag,
  get,
  getPage,
  id,
  integer,
  optional,
  post,
  recordOf,
  reference,
  select,
  sentence,
  text,
} from './kit/index.ts'

const count = (label: string) => integer(label, { max: 1_000_000 })

const fields = {
  id: integer('编号'),
  /** When, as a person names it. */
  name: text('批次', { max: 40 }),
  /** What the records are, in the words of their own list. */
  kind: text('内容', { max: 20, isSentence: true }),
  createdAt: datetime('创建时间'),
  createdByName: text('操作人', { max: 20 }),
  organizationId: optional(reference('操作人所属律所', 'offices')),
  source: select('来源', [
    [2, '文件导入'],
    [1, '手工填写'],
  ]),
  state: select('状态', [
    [4, '完成', 'good'],
    [5, '部分完成', 'waiting'],
    [6, '已撤销', 'faint'],
  ]),
  created: count('已创建'),
  failed: count('未创建（有误）'),
  /** Of those that were created; fewer once it was undone or some were removed. */
  remaining: count('现有'),
}

const made = z.object({ id: z.int(), name: z.string() })
const kept = z.array(made.extend({ reason: sentence() }))

const calls = {
  page: getPage(
    '/lawyer/imports',
    'lawyer.create',
    {
      row: recordOf(fields),
      filters: {
        source: equal(fields.source),
        state: equal(fields.state),
      },
      sortable: ['createdAt'],
    },
    { isAddition: true },
  ),
  /** What undoing would take away, and what would stay. */
  preview: get(
    '/lawyer/import/{batchId}',
    'lawyer.create',
    () => z.strictObject({ batchId: id }),
    () =>
      z.object({
        name: z.string(),
        kind: sentence(),
        createdByName: z.string(),
        /** Of people: one's own batch, and of others whoever may remove people. */
        mayUndo: flag,
        removing: z.array(made),
        kept,
      }),
    // The switch of what was created, which the server looks up, governs this one and the next.
    { isAddition: true, feature: null },
  ),
  /** Takes the records of a batch away again, but for those that were used or changed since. */
  undo: post(
    '/lawyer/import/{batchId}/undo',
    'lawyer.create',
    () => z.strictObject({ batchId: id }),
    () => z.object({ removed: z.int(), kept }),
    { isAddition: true, feature: null },
  ),
}

/** 导入记录: records that were created together, and may be taken away together. */
export const imports = defineEntity({
  name: 'imports',
  label: '导入记录',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page' },
  feature: 'import',
  views: {
    list: {
      path: '/app/lawyer/import',
      title: '导入记录',
      roles: ['admin'],
      capability: 'lawyer.create',
      menu: 'import',
    },
  },
  pages: {
    batch: {
      path: '/app/lawyer/import/:id',
      title: '查看批次',
      roles: ['admin'],
      capability: 'lawyer.create',
      parent: 'import',
      page: 'importBatch',
      requires: 'preview',
    },
  },
  list: [
    'name',
    'kind',
    'state',
    'createdByName',
    'source',
    'created',
    'failed',
    'remaining',
    'organizationId',
  ],
  filters: ['source', 'state'],
  sort: { field: 'createdAt', order: 'DESC' },
})
