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
import { articleFields } from './fields.ts'

const { kind, title, typeId, language, organizationId, status } = articleFields

const fields = {
  id: integer('编号'),
  kind,
  title,
  typeId,
  language,
  organizationId,
  status,
  ...removalFields,
}

const ask = {
  typeId: optional(reference('归入分类', 'categories', { hint: '不选时回到原分类' })),
}

/** 回收站: removed content of all kinds. */
export const recycledArticles = defineEntity({
  name: 'recycledArticles',
  label: '已删除内容',
  id: 'id',
  title: 'title',
  fields,
  calls: binCalls('/article', {
    list: 'article.edit',
    row: recordSchema(fields),
    filters: { kind: equal(kind), organizationId: equal(organizationId) },
    sortable: ['title', 'deletedAt'],
    restore: 'article.edit',
    purge: 'article.purge',
    ask,
    restoreAnswer: () => z.object({ status: status.schema, version: z.int() }),
  }),
  empty: { title: '回收站是空的', text: '移入回收站的内容会显示在这里。' },
  crud: { list: 'page' },
  feature: 'recycle.article',
  logModule: 6,
  views: {
    list: {
      path: '/app/recycle/article',
      title: '已删除内容',
      // Lawyers may restore drafts that they removed.
      roles: ['admin', 'lawyer'],
      capability: 'article.edit',
      menu: 'recycle.article',
    },
  },
  list: ['title', 'kind', 'typeId', 'organizationId', 'status', 'deletedAt', 'purgeAt', 'deletedBy'],
  filters: ['kind', 'organizationId'],
  sort: { field: 'deletedAt', order: 'DESC' },
  actions: binActions({
    ask,
    restoreText: '还原后为草稿或已下架，不会直接发布。',
    purgeText: '内容、历史版本和未保存的草稿一并删除，不能还原。',
  }),
})
