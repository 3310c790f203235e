import { integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { firmIdColumn, idColumn, auditColumns } from './columns.ts'

/** 1 工作动态, 2 原创文章, 3 典型案例, 4 视频. */
export type ArticleKind = 1 | 2 | 3 | 4

export const categories = pgTable(
  'categories',
  {
    typeId: idColumn(),
    firmId: firmIdColumn(),
    kind: integer().$type<ArticleKind>().notNull(),
    typeName: text().notNull(),
    typeNameEn: text(),
    icon: text(),
    sort: integer().notNull().default(0),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    enabled: integer().$type<0 | 1>().notNull().default(1),
    ...auditColumns(),
  },
  table => [
    uniqueIndex('categories_name').on(table.firmId, table.kind, table.typeName),
    primaryKey({ columns: [table.firmId, table.typeId] }),
  ],
)
