import { z } from 'zod'

import {
  binActions,
  binCalls,
  defineEntity,
  equal,
  integer,
  optional,
  recordSchema,
  reference,
  removalFields,
} from '../kit/index.ts'
import { lawyerFields } from './fields.ts'

const { id, name, mobile, organizationId, personType, employeeNo, status } = lawyerFields

const fields = {
  id,
  name,
  mobile,
  organizationId,
  personType,
  employeeNo,
  /** The state that a restored person returns to. */
  status,
  ...removalFields,
  /** Number of articles that name the person; he cannot be deleted for good before they are settled. */
  articleCount: integer('署名内容', { max: 1_000_000 }),
}

const ask = {
  organizationId: optional(
    reference('转入律所', 'offices', { hint: '不选时回到原律所；原律所已停用时必须选择' }),
  ),
}

/** 回收站: removed people who can be restored. Their mobile numbers stay reserved for them. */
export const recycledLawyers = defineEntity({
  name: 'recycled',
  label: '已移除人员',
  id: 'id',
  title: 'name',
  fields,
  calls: binCalls('/lawyer', {
    list: 'admin',
    row: recordSchema(fields),
    filters: { organizationId: equal(organizationId), personType: equal(personType) },
    sortable: ['name', 'deletedAt'],
    restore: 'lawyer.remove',
    purge: 'lawyer.purge',
    ask,
    restoreAnswer: () => z.object({ status: status.schema, organizationId: z.int() }),
  }),
  empty: { title: '回收站是空的', text: '移入回收站的人员会显示在这里。' },
  crud: { list: 'page' },
  feature: 'recycle.lawyer',
  logModule: 4,
  views: {
    list: {
      path: '/app/recycle/lawyer',
      title: '已移除人员',
      roles: ['admin'],
      capability: 'lawyer.remove',
      menu: 'recycle.lawyer',
    },
  },
  list: [
    'name',
    'mobile',
    'organizationId',
    'status',
    'deletedAt',
    'purgeAt',
    'deletedBy',
    'articleCount',
    'personType',
    'employeeNo',
  ],
  optionalColumns: ['articleCount'],
  filters: ['organizationId', 'personType'],
  sort: { field: 'deletedAt', order: 'DESC' },
  actions: binActions({
    ask,
    restoreText: '还原后恢复删除前的状态，同时删除的名片一并还原。',
    purgeText: '资料、名片和站内信一并删除，不能还原。仍是内容作者的，须先在内容中移除。',
  }),
})
