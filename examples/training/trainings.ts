import {
  auditFields,
  crudViews,
  date,
  datetime,
  days,
  decimal,
  defineEntity,
  deleteCall,
  emptyAnswer,
  equal,
  getCall,
  id,
  inputSchema,
  integer,
  logModuleOf,
  optional,
  pagedCall,
  postCall,
  putCall,
  recordSchema,
  reference,
  select,
  text,
  version,
} from 'tenant-admin/extend'
import { z } from 'zod'

const fields = {
  id: integer('编号'),
  title: text('培训名称', { min: 2, max: 60 }),
  lawyerId: reference('参加律师', 'lawyers'),
  hours: decimal('学时', { min: 0.5, max: 200, digits: 1 }),
  attendedOn: date('培训日期'),
  startsAt: optional(datetime('开课时间')),
  kind: select('培训类别', [
    ['law', '法律业务'],
    ['ethics', '职业道德'],
    ['management', '律所管理'],
  ]),
  remark: optional(text('备注', { max: 200, isMultiline: true })),
  ...auditFields,
}

const record = recordSchema(fields).extend({ version: z.int() })
const { title, lawyerId, hours, attendedOn, startsAt, kind, remark } = fields
const draft = inputSchema({ title, lawyerId, hours, attendedOn, startsAt, kind, remark })
const saved = z.object({ id: z.int(), version: z.int() })
const filters = {
  kind: equal(kind),
  lawyerId: equal(lawyerId),
  attendedOn: days('培训日期', { column: 'attendedOn', from: 'attendedFrom', to: 'attendedTo' }),
}
const isAddition = { isAddition: true } as const

const calls = {
  page: pagedCall(
    '/x/training/records/page',
    'training:view',
    { row: record, filters, sortable: ['attendedOn', 'hours', 'title'] },
    isAddition,
  ),
  one: getCall(
    '/x/training/records/{id}',
    'training:view',
    () => z.strictObject({ id }),
    () => record,
    isAddition,
  ),
  add: postCall(
    '/x/training/records',
    'training:edit',
    () => draft,
    () => saved,
    isAddition,
  ),
  update: putCall(
    '/x/training/records/{id}',
    'training:edit',
    () => draft.partial().extend({ id, version }),
    () => saved,
    isAddition,
  ),
  remove: deleteCall(
    '/x/training/records/{id}',
    'training:edit',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    isAddition,
  ),
}

const views = crudViews('/app/x/training/records', {
  label: '培训记录',
  title: '培训记录',
  roles: ['admin'],
  menu: 'lawyer.training:records',
  view: 'training:view',
  edit: 'training:edit',
})

export const trainings = defineEntity({
  name: 'training:records',
  label: '培训记录',
  id: 'id',
  title: 'title',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  logModule: logModuleOf('training'),
  // A training that is entered twice would count twice.
  uniqueTogether: ['title', 'lawyerId', 'attendedOn'],
  searchFields: ['title'],
  views,
  pages: {
    overview: {
      path: '/app/x/training/overview',
      title: '培训一览',
      roles: ['admin'],
      capability: 'training:view',
      menu: 'lawyer.training:overview',
      page: 'training:overview',
    },
  },
  importColumns: {
    title: /^(培训|课程)(名称)?$/,
    lawyerId: /^(参加)?(律师|人员)(姓名)?$/,
    hours: /^(学时|课时)(数)?$/,
    attendedOn: /^(培训)?日期$/,
    kind: /^(培训)?类别$/,
    remark: /^备注$/,
  },
  list: ['title', 'lawyerId', 'kind', 'hours', 'attendedOn', 'updatedAt'],
  filters: ['kind', 'lawyerId', 'attendedOn'],
  sort: { field: 'attendedOn', order: 'DESC' },
  form: { 培训记录: ['title', 'lawyerId', 'kind', 'hours', 'attendedOn', 'startsAt', 'remark'] },
  initial: { kind: 'law' },
  actions: {
    remove: {
      call: 'remove',
      label: '删除',
      on: ['row', 'detail'],
      input: training => ({ id: training.id }),
      isDanger: true,
    },
  },
})
