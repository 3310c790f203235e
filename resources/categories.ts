import {
  crudViews,
  defineEntity,
  deleteCall,
  emptyAnswer,
  inputSchema,
  enableDisableActions,
  equal,
  flag,
  getCall,
  pagedCall,
  id,
  image,
  integer,
  optional,
  postCall,
  putCall,
  recordSchema,
  reference,
  select,
  auditFields,
  text,
  toggle,
  pinUnpinActions,
  version,
} from './kit/index.ts'

import { z } from 'zod'

import type { Referable } from './domain/referable.ts'

import { extendEntity } from './domain/additionalFields.ts'
import { contentFeature } from './domain/contentKinds.ts'

/** 内容分类 (articleType, docs/domain.md §3.7). */
const fields = {
  typeId: integer('编号'),
  kind: select('所属栏目', [
    [1, '工作动态'],
    [2, '原创文章'],
    [3, '典型案例'],
    [4, '视频'],
  ]),
  typeName: text('分类名称', { min: 2, max: 10 }),
  typeNameEn: optional(text('英文', { max: 40 })),
  icon: optional(image('图标', { scene: 'asset', frame: { ratio: [1, 1], minWidth: 64 } })),
  sort: integer('排序', { hint: '数字越小越靠前' }),
  isTop: toggle('置顶'),
  enabled: select('状态', [
    [1, '启用@state', 'good'],
    [0, '停用@state', 'faint'],
  ]),
  articleNum: integer('内容数', { max: 1_000_000 }),
  ...auditFields,
}

const record = recordSchema(fields).extend({ version: z.int() })
/** The public columns of a category, for the mini-program and for choices. */
const choice = record.omit({
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedBy: true,
  version: true,
})
const { kind, typeName, typeNameEn, icon, sort, enabled } = fields
const editableFields = { kind, typeName, typeNameEn, icon, sort, enabled }
const draft = inputSchema(editableFields).extend({
  sort: sort.schema.default(0),
  enabled: enabled.schema.default(1),
})
const typeId = id
const saved = z.object({ typeId: z.int(), version: z.int() })
const filters = { kind: equal(kind), enabled: equal(enabled), isTop: equal(fields.isTop) }

const calls = {
  getList: getCall(
    '/articleType/getList',
    'public',
    () => z.strictObject({ kind: kind.schema.optional(), enabled: enabled.schema.optional() }),
    () => z.array(choice),
    // The choices of articles, so their switches govern it.
    { feature: contentFeature },
  ),
  page: pagedCall(
    '/articleType/page',
    'article.view',
    { row: record, filters, sortable: ['sort', 'kind', 'typeName', 'updatedAt'] },
    { isAddition: true },
  ),
  one: getCall(
    '/articleType/{typeId}',
    'article.view',
    () => z.strictObject({ typeId }),
    () => record,
    { isAddition: true },
  ),
  add: postCall(
    '/articleType',
    'category.edit',
    () => draft,
    () => saved,
  ),
  update: putCall(
    '/articleType',
    'category.edit',
    () => inputSchema(editableFields).partial().extend({ typeId, version }),
    () => saved,
  ),
  /**
   * Deletes a category. Its articles move to `moveTo`, a category of the same kind; without it a category in use is
   * not deleted (4093).
   */
  remove: deleteCall(
    '/articleType/{typeId}',
    'category.edit',
    () => z.strictObject({ typeId, moveTo: id.nullish() }),
    () => emptyAnswer,
  ),
  top: putCall(
    '/articleType/top/{typeId}',
    'category.edit',
    () => z.strictObject({ typeId, to: flag.optional() }),
    () => z.object({ isTop: flag }),
  ),
}

type Row = { typeId: number; kind: 1 | 2 | 3 | 4 }

/**
 * The action that deletes a category. There is one for each kind, because the articles can only move to a category of
 * the same kind.
 */
const removalOf = (ofKind: Row['kind'], types: Referable) =>
  ({
    call: 'remove',
    label: '删除',
    on: ['row', 'detail'],
    when: (it: Row) => it.kind === ofKind,
    ask: { moveTo: optional(reference('该分类的内容改为', types)) },
    confirm: '分类下有内容时，请先选择另一个分类接收。',
    input: (it: Row) => ({ typeId: it.typeId }),
    isDanger: true,
  }) as const

const declared = defineEntity({
  name: 'categories',
  label: '内容分类',
  id: 'typeId',
  title: 'typeName',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  choices: 'getList',
  /** The list of all categories has a switch, and so does each kind of content. */
  feature: about => ['cms.category', ...contentFeature(about)],
  logModule: 7,
  searchFields: ['typeName', 'typeNameEn'],
  views: crudViews('/app/cms/category', {
    label: '分类',
    title: '内容分类',
    roles: ['admin'],
    menu: 'cms.category',
    view: 'article.view',
    edit: 'category.edit',
  }),
  list: ['typeName', 'enabled', 'isTop', 'kind', 'typeNameEn', 'articleNum', 'sort', 'updatedAt'],
  optionalColumns: ['isTop'],
  filters: ['kind', 'enabled', 'isTop'],
  sort: { field: 'sort', order: 'ASC' },
  orderField: 'sort',
  initial: { sort: 0, enabled: 1 },
  form: { 分类: ['kind', 'typeName', 'typeNameEn', 'icon'], 展示: ['sort', 'enabled'] },
  actions: {
    ...pinUnpinActions({
      call: 'top',
      ids: ['typeId'],
      field: 'isTop',
      parameter: 'to',
      on: ['row', 'detail'],
    }),
    ...enableDisableActions({
      call: 'update',
      ids: ['typeId'],
      field: 'enabled',
      confirm: '停用后不再供新内容选择，已有的内容不变。',
    }),
    removeTrend: removalOf(1, 'trendTypes'),
    removeArticle: removalOf(2, 'articleTypes'),
    removeCase: removalOf(3, 'caseTypes'),
    removeVideo: removalOf(4, 'videoTypes'),
  },
})

export const categories = extendEntity(declared)

/** The categories of one kind, as choices for its articles. They have no screens of their own. */
const categoriesOfKind = <const N extends string>(name: N, ofKind: 1 | 2 | 3 | 4) =>
  defineEntity({
    name,
    label: '分类',
    id: 'typeId',
    title: 'typeName',
    fields,
    calls: { getList: calls.getList },
    choices: 'getList',
    fixed: { kind: ofKind },
    sort: { field: 'sort', order: 'ASC' },
  })

export const trendTypes = categoriesOfKind('trendTypes', 1)
export const articleTypes = categoriesOfKind('articleTypes', 2)
export const caseTypes = categoriesOfKind('caseTypes', 3)
export const videoTypes = categoriesOfKind('videoTypes', 4)
