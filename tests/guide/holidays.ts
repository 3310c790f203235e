import { z } from 'zod'

import {
  auditFields,
  crudViews,
  date,
  days,
  defineEntity,
  deleteCall,
  emptyAnswer,
  equal,
  getCall,
  pagedCall,
  id,
  inputSchema,
  integer,
  optional,
  postCall,
  putCall,
  recordSchema,
  richText,
  text,
  version,
} from '../../resources/kit/index.ts'

const fields = {
  id: integer('编号'),
  name: text('名称', { max: 20 }),
  startOn: date('开始'),
  note: optional(richText('说明', { max: 500 })),
  ...auditFields,
}

const record = recordSchema(fields).extend({ version: z.int() })
const { name, startOn, note } = fields
const draft = inputSchema({ name, startOn, note })
const saved = z.object({ id: z.int(), version: z.int() })
const filters = { name: equal(name), startOn: days('开始', { column: 'startOn', from: 'from', to: 'to' }) }
const isAddition = { isAddition: true } as const

const calls = {
  page: pagedCall(
    '/holiday/page',
    'conf.view',
    { row: record, filters, sortable: ['name', 'startOn'] },
    isAddition,
  ),
  one: getCall(
    '/holiday/{id}',
    'conf.view',
    () => z.strictObject({ id }),
    () => record,
    isAddition,
  ),
  add: postCall(
    '/holiday',
    'conf.edit',
    () => draft,
    () => saved,
    isAddition,
  ),
  update: putCall(
    '/holiday/{id}',
    'conf.edit',
    () => draft.partial().extend({ id, version }),
    () => saved,
    isAddition,
  ),
  remove: deleteCall(
    '/holiday/{id}',
    'conf.edit',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    isAddition,
  ),
  choices: getCall(
    '/holiday/choices',
    'signedIn',
    () => z.strictObject({}),
    () => z.array(record),
    isAddition,
  ),
  postpone: postCall(
    '/holiday/postpone',
    'conf.edit',
    () => z.strictObject({ id, count: z.int().min(1).max(30) }),
    () => emptyAnswer,
    isAddition,
  ),
}

/** Public holidays on which the firm's offices are closed. */
export const holidays = defineEntity({
  name: 'holidays',
  label: '假期',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  choices: 'choices',
  logModule: 10,
  unique: ['name'],
  searchFields: ['name'],
  views: crudViews('/app/operation/holiday', {
    label: '假期',
    title: '假期管理',
    roles: ['mainAdmin'],
    menu: 'operation.position',
    edit: 'conf.edit',
  }),
  list: ['name', 'startOn', 'updatedAt'],
  filters: ['name', 'startOn'],
  sort: { field: 'startOn', order: 'ASC' },
  form: { 假期: ['name', 'startOn', 'note'] },
  initial: {},
  actions: {
    postpone: {
      call: 'postpone',
      label: '顺延',
      on: ['row'],
      ask: { count: integer('天数', { min: 1, max: 30 }) },
      input: holiday => ({ id: holiday.id }),
    },
    remove: {
      call: 'remove',
      label: '删除',
      on: ['row'],
      input: holiday => ({ id: holiday.id }),
      isDanger: true,
    },
  },
})
