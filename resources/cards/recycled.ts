import { z } from 'zod'

import { binActions, binCalls, defineEntity, equal, recordSchema, removalFields } from '../kit/index.ts'
import { allCardFields } from './fields.ts'

const { id, name, lawyerId, language, organizationId, auditStatus } = allCardFields

const fields = { id, name, lawyerId, language, organizationId, auditStatus, ...removalFields }

/**
 * 回收站: cards that were removed individually. Cards that were removed together with their owner are restored with him.
 */
export const recycledCards = defineEntity({
  name: 'recycledCards',
  label: '已删除名片',
  id: 'id',
  title: 'name',
  fields,
  calls: binCalls('/lawyer/card', {
    list: 'admin',
    row: recordSchema(fields),
    filters: { organizationId: equal(organizationId), language: equal(language) },
    sortable: ['name', 'deletedAt'],
    restore: 'card.delete',
    purge: 'card.purge',
    ask: {},
    restoreAnswer: () => z.object({ auditStatus: auditStatus.schema, version: z.int() }),
  }),
  empty: { title: '回收站是空的', text: '移入回收站的名片会显示在这里。' },
  crud: { list: 'page' },
  feature: 'recycle.card',
  logModule: 5,
  views: {
    list: {
      path: '/app/recycle/card',
      title: '已删除名片',
      roles: ['admin'],
      capability: 'card.delete',
      menu: 'recycle.card',
    },
  },
  list: ['name', 'language', 'organizationId', 'auditStatus', 'deletedAt', 'purgeAt', 'deletedBy'],
  filters: ['organizationId', 'language'],
  sort: { field: 'deletedAt', order: 'DESC' },
  actions: binActions({
    ask: {},
    restoreText: '还原后名片处于隐藏状态，审核状态不变；确认后可在名片列表中显示。',
    purgeText: '名片和历史版本一并删除，不能还原。',
  }),
})
