import {
  crudViews,
  defineEntity,
  done,
  inputOf,
  enabling,
  equal,
  flag,
  get,
  getPage,
  id,
  image,
  integer,
  nothing,
  optional,
  post,
  put,
  recordOf,
  reference,
  select,
  auditFields,
  text,
  toggle,
  topping,
  version,
} from './kit/index.ts'

import { z } from 'zod'

/** 律师专业 (lawyerProfessional): the official ones, the same for every firm; domain.md §3.6. */
const officialFields = {
  id: integer('编号'),
  parentId: optional(integer('上级')),
  code: text('编码', { max: 20 }),
  name: text('名称', { max: 20 }),
  nameEn: optional(text('英文', { max: 60 })),
}
const official = recordOf(officialFields)

export const officialProfessions = defineEntity({
  name: 'officialProfessions',
  label: '标准专业领域',
  id: 'id',
  title: 'name',
  fields: officialFields,
  calls: {
    /** Those that the firm uses: the choices of cards. */
    list: get(
      '/lawyerProfessional/list',
      'self',
      () => nothing,
      () => z.array(official),
    ),
    /** All of them, the second level under the first. */
    tree: get(
      '/system/professional',
      'public',
      () => nothing,
      () => z.array(official.extend({ children: z.array(official) })),
    ),
  },
  choices: 'tree',
  titleEn: 'nameEn',
  sort: { field: 'code', order: 'ASC' },
})

/** 自定义专业领域 (selfProfessional): the firm's own. */
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

const record = recordOf(fields).extend({ version: z.int() })
const { name, nameEn, icon, mapTo, intro, sort, enabled } = fields
const written = { name, nameEn, icon, mapTo, intro, sort, enabled }
const draft = inputOf(written).extend({ sort: sort.schema.default(0), enabled: enabled.schema.default(1) })
const saved = z.object({ id: z.int(), version: z.int() })

const calls = {
  list: getPage('/selfProfessional/list', 'profession.view', {
    row: record,
    filters: { enabled: equal(enabled), isTop: equal(fields.isTop) },
    sortable: ['sort', 'name', 'useCount', 'updatedAt'],
  }),
  one: get(
    '/selfProfessional/{id}',
    'profession.view',
    () => z.strictObject({ id }),
    () => record,
    { isAddition: true },
  ),
  add: post(
    '/selfProfessional/add',
    'profession.edit',
    () => draft,
    () => saved,
  ),
  update: post(
    '/selfProfessional/update',
    'profession.edit',
    () => inputOf(written).partial().extend({ id, version }),
    () => saved,
  ),
  /** `moveTo` takes over the cards and articles of the one that goes; without it a used one stays (4093). */
  delete: post(
    '/selfProfessional/delete',
    'profession.edit',
    () => z.strictObject({ id, moveTo: id.nullish() }),
    () => done,
  ),
  /** Turns the mark over, or sets it: `to` makes a double click harmless. */
  updateTop: put(
    '/selfProfessional/updateTop',
    'profession.edit',
    () => z.strictObject({ id, to: flag.optional() }),
    () => z.object({ isTop: flag }),
  ),
  wxList: get(
    '/selfProfessional/wx/list',
    'public',
    () => nothing,
    () => z.array(record.pick({ id: true, name: true, nameEn: true, icon: true, isTop: true })),
    // The choices of cards and articles.
    { feature: null },
  ),
}

export const professions = defineEntity({
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
  searched: ['name', 'nameEn'],
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
  listedOnDemand: ['isTop'],
  filters: ['enabled', 'isTop'],
  sort: { field: 'sort', order: 'ASC' },
  ordering: 'sort',
  initial: { sort: 0, enabled: 1 },
  form: {
    专业领域: ['name', 'nameEn', 'mapTo', 'icon', 'intro'],
    展示: ['sort', 'enabled'],
  },
  actions: {
    ...topping({ call: 'updateTop', ids: ['id'], field: 'isTop', parameter: 'to', on: ['row', 'detail'] }),
    ...enabling({
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
