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
  recordSchema,
  reference,
  select,
  sentence,
  text,
} from './kit/index.ts'

const count = (label: string) => integer(label, { max: 1_000_000 })

const fields = {
  id: integer('编号'),
  /** Time of the import, as the name of the batch. */
  name: text('批次', { max: 40 }),
  /** The kind of the records, as the title of their list. */
  kind: text('内容', { max: 20, isSentence: true }),
  createdAt: datetime('创建时间'),
  createdByName: text('操作人', { max: 20 }),
  organizationId: optional(reference('操作人所属律所', 'offices')),
  source: select('来源', [
    [2, '文件导入'],
    [1, '手工填写'],
    [3, '通讯录'],
  ]),
  state: select('状态', [
    [4, '完成', 'good'],
    [5, '部分完成', 'waiting'],
    [6, '已撤销', 'faint'],
  ]),
  created: count('已创建'),
  failed: count('未创建（有误）'),
  /** How many of the created records still exist. */
  remaining: count('现有'),
}

const createdRecord = z.object({ id: z.int(), name: z.string() })
const keptRecords = z.array(createdRecord.extend({ reason: sentence() }))

const calls = {
  page: pagedCall(
    '/lawyer/imports',
    'lawyer.create',
    {
      row: recordSchema(fields),
      filters: {
        source: equal(fields.source),
        state: equal(fields.state),
      },
      sortable: ['createdAt'],
    },
    { isAddition: true },
  ),
  /** The records that undoing would remove, and those that would stay. */
  preview: getCall(
    '/lawyer/import/{batchId}',
    'lawyer.create',
    () => z.strictObject({ batchId: id }),
    () =>
      z.object({
        name: z.string(),
        kind: sentence(),
        createdByName: z.string(),
        /**
         * 1 if the caller may undo the import. A batch of people may be undone by its author, and by others who may
         * remove people.
         */
        mayUndo: flag,
        removing: z.array(createdRecord),
        kept: keptRecords,
        /** The people whose values a directory has changed, and the fields that would go back. */
        restoring: z.array(createdRecord.extend({ fields: z.array(z.string()) })).optional(),
      }),
    // The menu switch of the created records governs this call and the next. Only the server knows it.
    { isAddition: true, feature: null },
  ),
  /** Removes the records of a batch, except those that were used or changed since. */
  undo: postCall(
    '/lawyer/import/{batchId}/undo',
    'lawyer.create',
    () => z.strictObject({ batchId: id }),
    () => z.object({ removed: z.int(), kept: keptRecords, restored: z.int().optional() }),
    { isAddition: true, feature: null },
  ),
}

/** 导入记录: records that were created together and can be removed together. */
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
