import {
  crudViews,
  defineEntity,
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
  emptyInput,
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

import { extendEntity } from './domain/additionalFields.ts'

/** 律师专业 (lawyerProfessional, docs/domain.md §3.6): the official areas of law, the same for every firm. */
const officialFields = {
  id: integer('编号'),
  parentId: optional(integer('上级')),
  code: text('编码', { max: 20 }),
  name: text('名称', { max: 20 }),
  nameEn: optional(text('英文', { max: 60 })),
}
const official = recordSchema(officialFields)

export const officialProfessions = defineEntity({
  name: 'officialProfessions',
  label: '标准专业领域',
  id: 'id',
  title: 'name',
  fields: officialFields,
  calls: {
    /** The official areas that the firm uses, as choices of cards. */
    list: getCall(
      '/lawyerProfessional/list',
      'self',
      () => emptyInput,
      () => z.array(official),
    ),
    /** All official areas as a tree of two levels. */
    tree: getCall(
      '/system/professional',
      'public',
      () => emptyInput,
      () => z.array(official.extend({ children: z.array(official) })),
    ),
  },
  choices: 'tree',
  titleEn: 'nameEn',
  sort: { field: 'code', order: 'ASC' },
})

/** 自定义专业领域 (selfProfessional): the firm's own areas of law. */
const fields = {
  id: integer('编号'),
  name: text('领域名称', { min: 2, max: 20 }),
  nameEn: optional(text('英文名称', { max: 60 })),
  icon: optional(image('图标', { scene: 'asset', frame: { ratio: [1, 1], minWidth: 64 } })),
  mapTo: optional(reference('对应标准领域', 'officialProfessions')),
  intro: optional(text('介绍', { max: 500, isMultiline: true })),
  isTop: toggle('置顶'),
  sort: integer('排序', { hint: '数字越小越靠前' }),
  enabled: select('状态', [
    [1, '启用@state', 'good'],
    [0, '停用@state', 'faint'],
  ]),
  useCount: integer('使用数', { max: 1_000_000 }),
  ...auditFields,
}

const record = recordSchema(fields).extend({ version: z.int() })
const { name, nameEn, icon, mapTo, intro, sort, enabled } = fields
const editableFields = { name, nameEn, icon, mapTo, intro, sort, enabled }
const draft = inputSchema(editableFields).extend({
  sort: sort.schema.default(0),
  enabled: enabled.schema.default(1),
})
const saved = z.object({ id: z.int(), version: z.int() })

const calls = {
  list: pagedCall('/selfProfessional/list', 'profession.view', {
    row: record,
    filters: { enabled: equal(enabled), isTop: equal(fields.isTop) },
    sortable: ['sort', 'name', 'useCount', 'updatedAt'],
  }),
  one: getCall(
    '/selfProfessional/{id}',
    'profession.view',
    () => z.strictObject({ id }),
    () => record,
    { isAddition: true },
  ),
  add: postCall(
    '/selfProfessional/add',
    'profession.edit',
    () => draft,
    () => saved,
  ),
  update: postCall(
    '/selfProfessional/update',
    'profession.edit',
    () => inputSchema(editableFields).partial().extend({ id, version }),
    () => saved,
  ),
  /**
   * Deletes an area of law. Its cards and articles move to `moveTo`; without it an area in use is not deleted (4093).
   */
  delete: postCall(
    '/selfProfessional/delete',
    'profession.edit',
    () => z.strictObject({ id, moveTo: id.nullish() }),
    () => emptyAnswer,
  ),
  /** Toggles the mark, or sets it to `to`, which makes a double click harmless. */
  updateTop: putCall(
    '/selfProfessional/updateTop',
    'profession.edit',
    () => z.strictObject({ id, to: flag.optional() }),
    () => z.object({ isTop: flag }),
  ),
  wxList: getCall(
    '/selfProfessional/wx/list',
    'public',
    () => emptyInput,
    () => z.array(record.pick({ id: true, name: true, nameEn: true, icon: true, isTop: true })),
    // The choices of cards and articles, so no switch closes it.
    { feature: null },
  ),
}

const declared = defineEntity({
  name: 'professions',
  label: '专业领域',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'list', one: 'one', create: 'add', update: 'update', remove: 'delete' },
  choices: 'wxList',
  feature: 'operation.profession',
  logModule: 8,
  unique: ['name'],
  searchFields: ['name', 'nameEn'],
  views: crudViews('/app/operation/profession', {
    label: '专业领域',
    title: '专业领域',
    roles: ['mainAdmin'],
    menu: 'operation.profession',
    edit: 'profession.edit',
  }),
  importColumns: {
    name: /^(专业)?(领域|方向|专长)?(名称)?$/,
    nameEn: /^(英文|英文名|英文名称)$/,
    mapTo: /^(对应)?标准(专业)?领域$/,
    intro: /^(领域)?(介绍|简介|说明)$/,
  },
  list: ['name', 'enabled', 'isTop', 'nameEn', 'mapTo', 'useCount', 'sort'],
  optionalColumns: ['isTop'],
  filters: ['enabled', 'isTop'],
  sort: { field: 'sort', order: 'ASC' },
  orderField: 'sort',
  initial: { sort: 0, enabled: 1 },
  form: {
    专业领域: ['name', 'nameEn', 'mapTo', 'icon', 'intro'],
    展示: ['sort', 'enabled'],
  },
  actions: {
    ...pinUnpinActions({
      call: 'updateTop',
      ids: ['id'],
      field: 'isTop',
      parameter: 'to',
      on: ['row', 'detail'],
    }),
    ...enableDisableActions({
      call: 'update',
      ids: ['id'],
      field: 'enabled',
      confirm: '停用后不再供新名片选择，已选用的名片不变。',
    }),
    remove: {
      call: 'delete',
      label: '删除',
      on: ['row', 'detail'],
      ask: { moveTo: optional(reference('使用该领域的名片改为', 'professions')) },
      input: it => ({ id: it.id }),
      isDanger: true,
    },
  },
})

export const professions = extendEntity(declared)
