import { z } from 'zod'

import {
  datetime,
  defineResource,
  del,
  done,
  equal,
  getPage,
  id,
  integer,
  optional,
  post,
  recordOf,
  reference,
  text,
} from '../kit/index.ts'
import { fields as person } from './fields.ts'

const { name, mobile, organizationId, personType, employeeNo, status } = person

const fields = {
  id: person.id,
  name,
  mobile,
  organizationId,
  personType,
  employeeNo,
  /** What he returns to. */
  status,
  deletedAt: datetime('删除时间'),
  deletedBy: optional(text('删除人', { max: 20 })),
  /** The clock deletes him then, unless some content still names him. */
  purgeAt: datetime('到期彻底删除'),
  articleCount: integer('署名内容', { max: 1_000_000 }),
}

const calls = {
  page: getPage(
    '/lawyer/recycled',
    // Whoever administers people; who may bring them back the other call says.
    'admin',
    {
      row: recordOf(fields),
      filters: { organizationId: equal(organizationId), personType: equal(personType) },
      sortable: ['name', 'deletedAt'],
    },
    { isAddition: true },
  ),
  /** With his cards that went with him; into another office where his own is closed. */
  restore: post(
    '/lawyer/restore/{id}',
    'lawyer.remove',
    () => z.strictObject({ id, organizationId: organizationId.schema.nullish() }),
    () => z.object({ status: status.schema, organizationId: z.int() }),
    { isAddition: true },
  ),
  /** Of somebody in the bin, for good: account, cards, messages, sessions. The log keeps that he was there. */
  purge: del(
    '/lawyer/purge/{id}',
    'lawyer.purge',
    () => z.strictObject({ id }),
    () => done,
    { isAddition: true },
  ),
}

/** 回收站: people who were removed and may return. Their numbers stay theirs meanwhile. */
export const recycled = defineResource({
  name: 'recycled',
  label: '已移除人员',
  id: 'id',
  title: 'name',
  fields,
  calls,
  crud: { list: 'page' },
  feature: 'recycle',
  views: {
    list: {
      path: '/app/recycle',
      title: '回收站',
      roles: ['admin'],
      capability: 'lawyer.remove',
      menu: 'recycle',
    },
  },
  list: [
    'name',
    'mobile',
    'organizationId',
    'status',
    'deletedAt',
    'deletedBy',
    'purgeAt',
    'articleCount',
    'personType',
    'employeeNo',
  ],
  filters: ['organizationId', 'personType'],
  sort: { field: 'deletedAt', order: 'DESC' },
  actions: {
    restore: {
      call: 'restore',
      label: '还原',
      icon: 'restore',
      on: ['row', 'bulk'],
      ask: {
        organizationId: optional(
          reference('转入律所', 'offices', { hint: '不选时回到原律所；原律所已停用时必须选择' }),
        ),
      },
      confirm: '还原后恢复删除前的状态，同时删除的名片一并还原。',
      input: it => ({ id: it.id }),
    },
    purge: {
      call: 'purge',
      label: '彻底删除',
      icon: 'delete',
      on: ['row', 'bulk'],
      confirm: '资料、名片和站内信一并删除，不能还原。仍是内容作者的，须先在内容中移除。',
      input: it => ({ id: it.id }),
      isDanger: true,
    },
  },
})
