import { z } from 'zod'

import { extendEntity } from './domain/additionalFields.ts'
import {
  defineEntity,
  crudViews,
  deleteCall,
  emptyAnswer,
  inputSchema,
  enableDisableActions,
  equal,
  getCall,
  pagedCall,
  id,
  integer,
  optional,
  postCall,
  putCall,
  recordSchema,
  reference,
  select,
  text,
  toggle,
  version,
} from './kit/index.ts'

/** 职位 (firm post, docs/domain.md §3.5). */
const fields = {
  postId: integer('编号'),
  postName: text('职位名称', { min: 2, max: 20 }),
  postCode: text('职位编码（英文名称）', { min: 2, max: 60, hint: '英文名片上显示的职位' }),
  postLevel: integer('职级', { min: 1, max: 99, hint: '数字越小职级越高' }),
  isPartner: toggle('合伙人职位'),
  needLicence: toggle('需执业证'),
  sort: integer('排序'),
  enabled: select('状态', [
    ['1', '启用@state', 'good'],
    ['0', '停用@state', 'faint'],
  ]),
  useCount: integer('使用人数', { max: 1_000_000 }),
  remark: optional(text('备注', { max: 200, isMultiline: true })),
}

const record = recordSchema(fields).extend({ version: z.int() })
const { postId: _id, useCount: _count, ...editableFields } = fields
const draft = inputSchema(editableFields)
const filters = { enabled: equal(fields.enabled) }

const calls = {
  post: getCall(
    '/firm/post',
    'signedIn',
    () => z.strictObject({ enabled: fields.enabled.schema.optional() }),
    () => z.array(record),
    // Cards choose their position from this list, so no feature switch may close it.
    { feature: null },
  ),
  page: pagedCall('/firm/post/page', 'signedIn', {
    row: record,
    filters,
    sortable: ['postLevel', 'sort', 'postName', 'useCount', 'postId'],
  }),
  add: postCall(
    '/firm/post',
    'post.edit',
    () => draft,
    () => z.object({ postId: z.int(), version: z.int() }),
  ),
  one: getCall(
    '/firm/post/{postId}',
    'signedIn',
    () => z.strictObject({ postId: id }),
    () => record,
  ),
  update: putCall(
    '/firm/post/{postId}',
    'post.edit',
    () => draft.partial().extend({ postId: id, version }),
    () => z.object({ version: z.int() }),
  ),
  remove: deleteCall(
    '/firm/post/{postId}',
    'post.edit',
    () => z.strictObject({ postId: id, moveTo: id.nullish() }),
    () => emptyAnswer,
  ),
}

const declared = defineEntity({
  name: 'positions',
  label: '职位',
  id: 'postId',
  title: 'postName',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  choices: 'post',
  feature: 'operation.position',
  logModule: 9,
  unique: ['postName', 'postCode'],
  searchFields: ['postName', 'postCode'],
  views: crudViews('/app/operation/position', {
    label: '职位',
    title: '职位管理',
    roles: ['mainAdmin'],
    menu: 'operation.position',
    edit: 'post.edit',
  }),
  importColumns: {
    postName: /^(职位|职务|岗位)(名称)?$/,
    postCode: /^(职位|职务|岗位)?(编码|代码|英文|英文名|英文名称)$/,
    postLevel: /^(职级|级别|等级)$/,
    isPartner: /^(是否)?合伙人(职位)?$/,
    needLicence: /^(是否)?(需要?)(律师)?执业证$/,
    remark: /^(备注|说明)$/,
  },
  list: ['postName', 'enabled', 'postCode', 'postLevel', 'useCount', 'sort'],
  filters: ['enabled'],
  sort: { field: 'postLevel', order: 'ASC' },
  orderField: 'sort',
  form: {
    职位: ['postName', 'postCode', 'postLevel', 'isPartner', 'needLicence'],
    展示: ['sort', 'enabled', 'remark'],
  },
  initial: { sort: 0, enabled: '1', isPartner: 0, needLicence: 0 },
  actions: {
    ...enableDisableActions({
      call: 'update',
      ids: ['postId'],
      field: 'enabled',
      values: ['1', '0'],
      confirm: '停用后不再供新名片选择，已使用的名片不变。',
    }),
    remove: {
      call: 'remove',
      label: '删除',
      on: ['row', 'detail'],
      ask: { moveTo: optional(reference('使用该职位的名片改为', 'positions')) },
      input: it => ({ postId: it.postId }),
      isDanger: true,
    },
  },
})

export const positions = extendEntity(declared)
