import { and, eq, type SQL, sql } from 'drizzle-orm'

import { exportedFields, lawyers as resource } from '../../../resources/lawyers/index.ts'
import { recordOf } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/open.ts'
import { lawyers, offices } from '../../db/tables.ts'
import { columnsFor } from '../../records/columns.ts'
import { countUpTo } from '../../db/counts.ts'
import { exportList } from '../../services/listExport.ts'
import { computed, list } from './rows.ts'

const columns = { ...columnsFor(recordOf(exportedFields), lawyers, computed), pinyin: lawyers.namePinyin }

/** By the sound of their names, as people look for them; of one sound by their ids. */
const rowsOf = (db: Db, where: SQL, after: { pinyin: string; id: number } | null, size: number) =>
  db
    .select(columns)
    .from(lawyers)
    .where(
      and(
        where,
        after ? sql`(${lawyers.namePinyin}, ${lawyers.id}) > (${after.pinyin}, ${after.id})` : undefined,
      ),
    )
    .orderBy(lawyers.namePinyin, lawyers.id)
    .limit(size)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const namesFor = async ({ firmId }: Context, db: Db) => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(eq(offices.firmId, firmId))
  return { organizationId: new Map(rows.map(row => [row.id, row.name])) }
}

/** The list as a file, within the caller's scope: a lawyer's is of himself. */
export const exportLawyers: Handlers<typeof resource.calls>['export'] = ownTransaction(
  async (query, context) => {
    const where = list.where(context, query)
    return exportList(context, {
      title: '人员',
      columns: exportedFields,
      filters: resource.calls.pageList.filters,
      query,
      names: db => namesFor(context, db),
      count: async (db, most) => countUpTo(db, sql`from ${lawyers} where ${where}`, most),
      rows: (db, after: Row | null, size) => rowsOf(db, where, after, size),
    })
  },
)
