import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Capability } from '../../resources/domain/rights.ts'
import type { Context } from '../context/context.ts'
import { admins, articles, cards, lawyers, offices } from '../db/tables.ts'
import { visibleAdmins } from './admins/rows.ts'
import { visibleArticles } from './articles/lock.ts'
import { visibleCards } from './cards/columns.ts'
import { visibleLawyers } from './lawyers/rows.ts'
import { visibleOffices } from './offices/rows.ts'

type RecordTable = PgTable & Record<'firmId' | 'organizationId' | 'deletedAt', PgColumn>

/** The table of a kind of record, and which of its rows a caller may read. */
export type RecordKind = {
  table: RecordTable
  key: PgColumn
  view: Capability
  /** The condition for the rows that the scope in the context covers. */
  visible: (context: Context) => SQL
}

/** The records that belong to an office or a person, by the name under which the log knows them. */
export const recordKinds: Readonly<Record<string, RecordKind>> = {
  lawyers: {
    table: lawyers,
    key: lawyers.id,
    view: 'lawyer.view',
    visible: visibleLawyers,
  },
  admins: { table: admins, key: admins.id, view: 'admin.view', visible: visibleAdmins },
  cards: { table: cards, key: cards.id, view: 'card.view', visible: visibleCards },
  articles: {
    table: articles,
    key: articles.articleId,
    view: 'article.view',
    visible: visibleArticles,
  },
  offices: {
    table: offices,
    key: offices.organizationId,
    view: 'office.view',
    visible: visibleOffices,
  },
}
